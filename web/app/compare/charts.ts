// The charts of the comparison: residual by iteration and by step, energy and overlap of all columns, and their key.

import { byId } from '../elements.js';
import { Chart, kDashes, kNames } from './chart.js';
import { kHistory } from './score.js';
import { collisions, sweeps, type Side } from './side.js';

function chart(id: string, title: string, unit: string, floor: number, across: string, each: number, log = false) {
  return new Chart({ canvas: byId(id, HTMLCanvasElement), title, unit, floor, across, each, log });
}

export class Charts {
  readonly #charts = {
    sweeps: chart('chart-sweeps', 'Residual by iteration, in the last step', 'm/s', 1e-7, 'iterations', 1, true),
    residual: chart('chart-residual', 'Residual that each step leaves', 'm/s', 1e-7, 's', 60, true),
    energy: chart('chart-energy', 'Energy', 'J', 1e-3, 's', 60),
    penetration: chart('chart-penetration', 'Deepest overlap', 'mm', 1e-3, 's', 60),
  };

  show(sides: readonly Side[]): void {
    const names = sides.map((side) => side.title);
    this.#legend(names);
    this.#charts.sweeps.marked = sides.map(({ trace }) => (trace ? collisions(trace) : []));
    this.#charts.sweeps.show(
      sides.map(({ trace }) => (trace ? sweeps(trace) : [])),
      names,
    );
    const kept = sides.map(({ history, simulation }) => history.upTo(simulation.steps));
    for (const key of ['residual', 'energy', 'penetration'] as const) {
      this.#charts[key].show(
        kept.map((lists) => lists[key]),
        names,
        kHistory,
        kept[0]!.from,
      );
    }
  }

  /** Which line is whose. */
  #legend(names: readonly string[]): void {
    const list = byId('key', HTMLElement);
    if (list.dataset.names === names.join()) return;
    list.dataset.names = names.join();
    list.replaceChildren();
    names.forEach((name, i) => {
      const item = document.createElement('li');
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      line.setAttribute('class', `line-${kNames[i]}`);
      line.setAttribute('viewBox', '0 0 34 4');
      line.setAttribute('aria-hidden', 'true');
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', 'M1 2h32');
      path.setAttribute('stroke-dasharray', kDashes[i]!.join(' '));
      line.append(path);
      item.append(line, `${kNames[i]!.toUpperCase()}: ${name}`);
      list.append(item);
    });
  }
}
