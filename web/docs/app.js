// What the pages of the documentation do: live figures, the list of pages, and the search.
import 'impulse2d/element/define';
import MiniSearch from 'minisearch';
import { kOptions, kRanking } from './search_options.js';

const pages = document.querySelector('nav details');
const wide = matchMedia('(min-width: 62rem)');
const settle = () => (pages.open = wide.matches);
wide.addEventListener('change', settle);
settle();
const current = document.querySelector('nav [aria-current]');
if (current && pages.open) current.closest('nav').scrollTop = current.offsetTop - 120;

// Code of a guide can be copied; where the clipboard is closed it is selected instead.
for (const code of document.querySelectorAll('pre.code[tabindex]')) {
  const place = document.createElement('div');
  const button = document.createElement('button');
  place.className = 'block';
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  code.replaceWith(place);
  place.append(code, button);
}

const { up } = document.body.dataset;
const field = document.getElementById('search');
const list = document.getElementById('results');
const kMost = 12;
let index = null;
let chosen = -1;

field.disabled = false;

/** The index is fetched when somebody means to search. */
const load = () =>
  (index ??= fetch(`${up}search.json`)
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, kOptions)));

function show(results) {
  chosen = -1;
  field.removeAttribute('aria-activedescendant');
  list.replaceChildren(
    ...results.map(({ title, page, url }, i) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      const where = document.createElement('small');
      item.role = 'presentation'; // an option must not have a link in it: the link is the option
      link.id = `result-${i}`;
      link.role = 'option';
      link.href = up + url;
      link.tabIndex = -1;
      link.textContent = title;
      where.textContent = page;
      link.append(where);
      item.append(link);
      return item;
    }),
  );
  if (results.length === 0 && field.value.trim()) {
    const item = document.createElement('li');
    item.role = 'option';
    item.ariaDisabled = 'true';
    item.textContent = 'Nothing found';
    list.append(item);
  }
  list.hidden = !field.value.trim();
  field.setAttribute('aria-expanded', String(!list.hidden));
}

async function search() {
  const words = field.value.trim();
  const found = words ? (await load()).search(words, kRanking) : [];
  if (field.value.trim() === words) show(found.slice(0, kMost));
}

function choose(by) {
  const items = [...list.querySelectorAll('a')];
  if (items.length === 0) return;
  chosen = (chosen + by + items.length) % items.length;
  items.forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
  items[chosen].scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', items[chosen].id);
}

const close = () => {
  list.hidden = true;
  field.setAttribute('aria-expanded', 'false');
};

field.addEventListener('focus', load, { once: true });
field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(1);
  else if (event.key === 'ArrowUp') choose(-1);
  else if (event.key === 'Enter') list.querySelectorAll('a')[Math.max(chosen, 0)]?.click();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
});
list.addEventListener('click', close);
document.addEventListener('pointerdown', (event) => {
  if (!event.target.closest?.('.search')) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest?.('input, textarea, [contenteditable]')) return;
  event.preventDefault();
  field.focus();
});
