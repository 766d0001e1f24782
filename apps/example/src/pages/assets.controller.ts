import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { PASSKEYS_SCRIPT } from '../passkeys/passkeys-script.js';
import { readClient } from './client-files.js';
import { ICON } from './icon.js';
import { STYLESHEET } from './stylesheet.js';
import { TIMES_SCRIPT } from './times-script.js';

/** The files that the pages load. */
@Controller('assets')
export class AssetsController {
  private readonly client = readClient();

  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return STYLESHEET;
  }

  @Get('times.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  times(): string {
    return TIMES_SCRIPT;
  }

  @Get('passkeys.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  passkeys(): string {
    return PASSKEYS_SCRIPT;
  }

  /** The client as ES modules; an application with a bundler imports it instead. */
  @Get('client/:file')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  clientFile(@Param('file') file: string): string {
    const code = this.client.get(file);
    if (code === undefined) throw new NotFoundException();
    return code;
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  icon(): string {
    return ICON;
  }
}
