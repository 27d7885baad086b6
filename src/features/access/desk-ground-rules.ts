// On what ground somebody of the desk looks at a person's data: by what their role is for; pure.
import { type DeskRole, mayDo, type Permission, roles } from './permissions.ts';

/** The first permission that a role has says its ground; a role with none of them has the last. */
const groundBy = {
  screens: 'record_outcomes',
  data_requests: 'decide_restrictions',
  manages: 'manage_accounts',
  audits: undefined,
} as const satisfies Readonly<Record<string, Permission | undefined>>;

export type DeskGround = keyof typeof groundBy;
export const deskGrounds = Object.keys(groundBy) as readonly DeskGround[];

export const groundOfRole = (role: DeskRole): DeskGround =>
  deskGrounds.find((ground) => {
    const permission = groundBy[ground];
    return permission === undefined || mayDo({ permissions: roles.desk[role] }, permission);
  })!;

export const rolesOfGround = (ground: DeskGround): readonly DeskRole[] =>
  (Object.keys(roles.desk) as DeskRole[]).filter((role) => groundOfRole(role) === ground);
