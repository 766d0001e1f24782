import { Module } from '@nestjs/common';
import { OtherOriginService } from './other-origin.service.js';

/** The pages of another origin. Yours are on a static host; the API is the example. */
@Module({ providers: [OtherOriginService] })
export class OtherOriginModule {}
