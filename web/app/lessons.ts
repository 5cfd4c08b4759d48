// Which lesson explains a control: a link beside its label leads there.

const kTitles = {
  'sequential-impulses': 'Sequential impulses',
  'friction-cone': 'The friction cone',
  'warm-starting': 'Warm starting, slop and Baumgarte',
  'soft-contacts': 'Soft contacts and small steps',
  'substepped-positions': 'Substepped positions and static friction',
  'zero-duration-impacts': 'Zero-duration impacts',
  'joints-and-mass-ratios': 'Joints and mass ratios',
} as const;

type Lesson = keyof typeof kTitles;

/** A lesson, or a part of it: `lesson#part`. */
type Place = Lesson | `${Lesson}#${string}`;

/** By solver and option, `*` for any solver, and by scene and param. */
const kPlaces: Readonly<Record<string, Place>> = {
  '*.impacts': 'zero-duration-impacts#pass-by-pass',
  '*.impactIterations': 'zero-duration-impacts#pass-by-pass',
  '*.maxImpactPasses': 'zero-duration-impacts#pass-by-pass',
  '*.warmStarting': 'warm-starting',
  'sequential-impulse.velocityIterations': 'sequential-impulses#many-contacts',
  'sequential-impulse.position': 'warm-starting#push-or-project',
  'sequential-impulse.positionIterations': 'warm-starting#push-or-project',
  'sequential-impulse.baumgarte': 'warm-starting#push-or-project',
  'sequential-impulse.slop': 'warm-starting#why-slop',
  'soft-step.substeps': 'soft-contacts',
  'soft-step.contactHertz': 'soft-contacts#soft',
  'soft-step.contactDamping': 'soft-contacts#soft',
  'soft-step.relaxIterations': 'soft-contacts#relax',
  'substepped-position.substeps': 'substepped-positions',
  'substepped-position.warmStart': 'warm-starting',
  'substepped-position.staticKinetic': 'substepped-positions#static-friction',
  'arch.friction': 'friction-cone#the-cone',
  'ramps.angle': 'friction-cone#the-cone',
  'bowl.friction': 'friction-cone',
  'conveyor.friction': 'friction-cone',
  'grip.still': 'substepped-positions#static-friction',
  'grip.slide': 'substepped-positions#static-friction',
  'cradle.pulled': 'zero-duration-impacts#newtons-cradle',
  'chain.ratio': 'joints-and-mass-ratios#ratio',
  'heavy.ratio': 'joints-and-mass-ratios#ratio',
};

/** Puts a link after the label of a control of a solver or a scene, if a lesson explains the control. */
export function linkLesson(label: HTMLElement, of: string, name: string): void {
  const place = kPlaces[`${of}.${name}`] ?? kPlaces[`*.${name}`];
  if (!place) return;
  const [lesson, part] = place.split('#') as [Lesson, string?];
  const link = document.createElement('a');
  link.className = 'lesson';
  link.href = `lessons/${lesson}.html${part ? `#${part}` : ''}`;
  link.title = `Lesson: ${kTitles[lesson]}`;
  link.ariaLabel = link.title;
  link.textContent = '?';
  const both = document.createElement('div');
  both.className = 'explained';
  label.replaceWith(both);
  both.append(label, link);
}
