import { Logger } from '@nestjs/common';
import { toError } from '../errors/to-error.js';
import { callSafely } from '../model/call-safely.js';
import type { AuthLogger, LoggerInstance } from './auth-logger.port.js';
import { describeError, usefulStack } from './describe-error.js';
import { printableError } from './printable-error.js';
import { printableMetadata } from './printable-metadata.js';
import { oneLine, redact } from './redact.js';
import { WARNING_TEXTS } from './warning-texts.js';

/**
 * Creates the logger that the module writes to: the application's methods if given, else Nest's.
 * Both receive errors only without their parameters, headers and bodies, and strings without
 * secrets that fit on one line.
 * @see docs/design/wire-contract.md 16.2, REQ-24
 */
export function createAuthLogger(custom: Partial<LoggerInstance> = {}, debug = false): AuthLogger {
  const nest = new Logger('Authnest');
  const builtIn: AuthLogger = {
    error: (error) => nest.error(describeError(error), debug ? error.stack : usefulStack(error)),
    warn: (code, error) => nest.warn(error ? describeError(error) : describeWarning(code)),
    info: (message, metadata) => nest.log(withMetadata(message, metadata)),
    debug: (message, metadata) => nest.debug(withMetadata(message, metadata)),
  };
  // A custom logger that throws or rejects must not make the request fail.
  const safely = (log: () => unknown): void =>
    callSafely((thrown) => {
      nest.error(`the option \`logger\` failed: ${redact(toError(thrown).message)}`);
    }, log);
  return {
    error: (error) =>
      safely(() => (custom.error ? custom : builtIn).error?.(printableError(error))),
    warn: (code, error) =>
      safely(() =>
        (custom.warn ? custom : builtIn).warn?.(code, ...(error ? [printableError(error)] : [])),
      ),
    info: (message, metadata) =>
      safely(() =>
        (custom.info ? custom : builtIn).info?.(redact(message), printableMetadata(metadata)),
      ),
    ...((custom.debug || debug) && {
      debug: (message: string, metadata?: unknown) =>
        safely(() =>
          (custom.debug ? custom : builtIn).debug?.(redact(message), printableMetadata(metadata)),
        ),
    }),
  };
}

function describeWarning(code: string): string {
  return WARNING_TEXTS[code] ? `${code}: ${WARNING_TEXTS[code]}` : redact(code);
}

function withMetadata(message: string, metadata: unknown): string {
  return metadata === undefined ? message : `${message} ${oneLine(JSON.stringify(metadata))}`;
}
