// Finding the page's elements, with their types checked at run time.

export function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} named ${id}`);
  return element;
}
