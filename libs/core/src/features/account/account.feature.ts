import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { AddressChangeService } from './address/address-change.service.js';
import { AddressMailsService } from './address/address-mails.service.js';
import { AddressRequestService } from './address/address-request.service.js';
import { addressRoutes } from './address/address-routes.js';
import { deletionRoutes } from './deletion/deletion-routes.js';
import { UserDeletionService } from './deletion/user-deletion.service.js';
import { AccountExportService } from './export/account-export.service.js';
import { exportRoutes } from './export/export-routes.js';
import { changeNeeds } from './change-needs.js';
import { MailedProofsService } from './mailed-proofs.service.js';
import { english as changeEnglish } from './texts/change-english.js';
import { german as changeGerman } from './texts/change-german.js';
import { AccountChangesService } from './account-changes.service.js';
import { AccountOverviewService } from './page/account-overview.service.js';
import { AccountOwnerService } from './account-owner.service.js';
import { AccountPageService } from './page/account-page.service.js';
import { AccountRequestsService } from './account-requests.service.js';
import { accountRoutes } from './account-routes.js';
import { LinkingService } from './ways/linking.service.js';
import { LinkedAccountsService } from './ways/linked-accounts.service.js';
import { ProfileService } from './profile/profile.service.js';
import { english } from './texts/english.js';
import { german } from './texts/german.js';
import { UserAccountService } from './user-account.service.js';
import { WayNoticesService } from './ways/way-notices.service.js';

/** Users manage their own account. */
export const account: AuthFeature = {
  name: 'account',
  needs: changeNeeds,
  routes: [...accountRoutes, ...addressRoutes, ...deletionRoutes, ...exportRoutes],
  texts: {
    en: { account: english, accountChange: changeEnglish },
    de: { account: german, accountChange: changeGerman },
  },
  providers: [
    AddressChangeService,
    AddressMailsService,
    AddressRequestService,
    UserDeletionService,
    AccountExportService,
    MailedProofsService,
    AccountChangesService,
    AccountOverviewService,
    AccountOwnerService,
    AccountPageService,
    AccountRequestsService,
    LinkedAccountsService,
    LinkingService,
    ProfileService,
    WayNoticesService,
  ],
  exports: [UserAccountService],
  slots: { wayChanged: WayNoticesService },
};
