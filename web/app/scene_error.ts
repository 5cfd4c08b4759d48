// What a reader's scene throws, and which of its functions it was.

/** An error of a scene, with the function that threw it. */
class SceneError extends Error {
  constructor(
    readonly part: string,
    cause: unknown,
  ) {
    super(wordsOf(cause), { cause });
  }
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}

/** Runs a function of a scene. */
export function within<T>(part: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof SceneError ? error : new SceneError(part, error);
  }
}

export function pausedBy(error: unknown): string {
  return `Paused by an error${error instanceof SceneError ? ` in ${error.part}` : ''}: ${wordsOf(error)}`;
}
