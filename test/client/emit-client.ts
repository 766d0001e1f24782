import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const PACKAGE = 'libs/client';

/** Compiles `@authnest/client` into the `node_modules` of a folder, as its archive has it. */
export async function emitClient(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/@authnest/client');
  await mkdir(target, { recursive: true });
  await copyFile(`${PACKAGE}/package.json`, join(target, 'package.json'));
  const project = ts.getParsedCommandLineOfConfigFile(
    `${PACKAGE}/tsconfig.build.json`,
    { outDir: join(target, 'dist'), composite: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const { fileNames = [], options = {} } = project ?? {};
  const { emitSkipped } = ts.createProgram(fileNames, options).emit();
  if (emitSkipped || fileNames.length === 0) throw new Error('the client was not compiled');
}
