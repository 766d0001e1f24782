/** The files and functions that a reader visits to follow a request through the core. */
export interface Walk {
  /** Number of files. */
  readonly files: number;
  /** Number of distinct functions. */
  readonly functions: number;
  /** Number of calls to a function in another file than the one before. */
  readonly switches: number;
  /** Number of switches to a file that was visited before. */
  readonly back: number;
  /** The first function after each switch, in order. */
  readonly steps: readonly string[];
}

/** Receives each call in the core, and counts it between `begin` and `end`. */
export class WalkRecorder {
  private readonly files = new Set<string>();
  private readonly functions = new Set<string>();
  private steps: string[] = [];
  private current: string | undefined;
  private isCounting = false;

  /** Called by the code that the hooks insert. @param place - of the function in its file */
  enter(file: string, place: string): void {
    if (!this.isCounting) return;
    this.functions.add(`${file}:${place}`);
    if (file === this.current) return;
    this.current = file;
    this.steps.push(`${file}:${place}`);
    this.files.add(file);
  }

  /** Starts counting a request. */
  begin(): void {
    this.files.clear();
    this.functions.clear();
    this.current = undefined;
    this.steps = [];
    this.isCounting = true;
  }

  end(): Walk {
    this.isCounting = false;
    const { files, functions, steps } = this;
    return {
      files: files.size,
      functions: functions.size,
      switches: steps.length,
      back: steps.length - files.size,
      steps,
    };
  }
}
