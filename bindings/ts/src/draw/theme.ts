// Colours. Bodies differ in lightness along one ramp, and forces have their own hue (orange against blue and green),
// so that the picture also works for people who cannot distinguish red and green.

/** Colours of a drawing. Each is any CSS colour. */
export interface Theme {
  /** Background. */
  readonly paper: string;
  /** Colours of dynamic bodies. `draw` chooses one per body. `line` is the outline. */
  readonly bodies: readonly { readonly fill: string; readonly line: string }[];
  /** Fill of static bodies. */
  readonly staticFill: string;
  /** Outline of static bodies. */
  readonly staticLine: string;
  /** Fill of kinematic bodies. */
  readonly kinematicFill: string;
  /** Outline of kinematic bodies. */
  readonly kinematicLine: string;
  /** Hatching over sleeping bodies; a tint where the host has no `OffscreenCanvas`. */
  readonly hatch: string;
  /** Contact points and normal impulses. */
  readonly force: string;
  /** Friction impulses, and resting contact points without impulse. */
  readonly faint: string;
  /** Axis-aligned bounding boxes. */
  readonly box: string;
  /** Centres of mass. */
  readonly center: string;
  /** Velocities. */
  readonly velocity: string;
  /** Joints. */
  readonly joint: string;
  /** Opacity of the colour of sleeping bodies, 0 to 1. */
  readonly asleepOpacity: number;
}

/** The theme for light pages. */
export const lightTheme: Theme = {
  paper: '#fbf9f4',
  bodies: [
    { fill: '#ece3c8', line: '#a3966b' },
    { fill: '#cfdcbd', line: '#7f9468' },
    { fill: '#a6cdb9', line: '#568a76' },
    { fill: '#7bb8b6', line: '#33787c' },
    { fill: '#559fb1', line: '#1f6478' },
    { fill: '#3c81a3', line: '#154c6a' },
    { fill: '#315f8c', line: '#10355a' },
  ],
  staticFill: '#dcd8ce',
  staticLine: '#a39e92',
  kinematicFill: '#cdc6d6',
  kinematicLine: '#847a92',
  hatch: 'rgba(40, 52, 60, 0.26)',
  force: '#d2451e',
  faint: '#9a6a55',
  box: '#8a8578',
  center: '#22282c',
  velocity: '#6a3d9a',
  joint: '#8c2f66',
  asleepOpacity: 0.58,
};

/** The theme for dark pages. */
export const darkTheme: Theme = {
  paper: '#14181c',
  bodies: [
    { fill: '#e6dcb6', line: '#fff6d6' },
    { fill: '#b5ccab', line: '#dcedd3' },
    { fill: '#86b9a6', line: '#b9e0d0' },
    { fill: '#5ba1a3', line: '#95d0d0' },
    { fill: '#3f869b', line: '#7dbdd0' },
    { fill: '#336b8c', line: '#6fa6c8' },
    { fill: '#2f5179', line: '#6a90bd' },
  ],
  staticFill: '#2a3036',
  staticLine: '#545d66',
  kinematicFill: '#3a3546',
  kinematicLine: '#82799a',
  hatch: 'rgba(8, 12, 16, 0.42)',
  force: '#ff8a5c',
  faint: '#c39a86',
  box: '#7d858d',
  center: '#f4f1ea',
  velocity: '#c79bf2',
  joint: '#f3a3cf',
  asleepOpacity: 0.55,
};
