// What can be shown, in the order of the panel.

export const layers = [
  { name: 'shapes', label: 'Shapes', on: true },
  { name: 'sleep', label: 'Sleep', on: true },
  { name: 'joints', label: 'Joints', on: true },
  { name: 'contacts', label: 'Contacts', on: true },
  { name: 'impulses', label: 'Impulses', on: true },
  { name: 'boxes', label: 'Bounding boxes', on: false },
  { name: 'centers', label: 'Centres', on: false },
  { name: 'velocities', label: 'Velocities', on: false },
] as const;

export type LayerName = (typeof layers)[number]['name'];
export type LayerState = Record<LayerName, boolean>;

export function defaultLayers(): LayerState {
  return Object.fromEntries(layers.map(({ name, on }) => [name, on])) as LayerState;
}
