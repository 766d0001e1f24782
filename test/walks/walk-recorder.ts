/** How many files and functions a reader visits to follow one request through the core. */
export interface Walk {
  /** Files that are entered. */
  readonly files: number;
  /** Different functions. */
  readonly functions: number;
  /** Calls of a function in another file than the one called before it. */
  readonly switches: number;
  /** Of these, calls into a file that was seen before. */
  readonly back: number;
  /** The functions that begin each stay in a file, in their order. */
  readonly steps: readonly string[];
}

/** Receives each call in the core, and counts while it is switched on. */
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

  /** Starts to count one request. */
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
