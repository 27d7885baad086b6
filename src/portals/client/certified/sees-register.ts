// Whether a user of a client has the pages of the register of certified people.
import type { Ctx } from '../../../context.ts';
import { mayDo, type Permission } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { ClientUser } from '../client-caller.ts';

export const seesRegister = async (
  ctx: Ctx,
  user: ClientUser,
  permission: Permission = 'keep_certificates',
): Promise<boolean> =>
  mayDo(user, permission) &&
  user.subsidiaryIds === null &&
  (await readAccountSettings(ctx, user.accountId)).keepsCertified;
