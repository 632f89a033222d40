import { area } from '#engine/tool.ts'
import { assign_api_key } from './assign_api_key.ts'
import { create_api_key } from './create_api_key.ts'
import { disconnect_app } from './disconnect_app.ts'
import { get_org_settings } from './get_org_settings.ts'
import { invite_user } from './invite_user.ts'
import { list_api_keys } from './list_api_keys.ts'
import { list_connected_apps } from './list_connected_apps.ts'
import { list_invitations } from './list_invitations.ts'
import { list_members } from './list_members.ts'
import { remove_member } from './remove_member.ts'
import { rename_api_key } from './rename_api_key.ts'
import { revoke_api_key } from './revoke_api_key.ts'
import { revoke_invitation } from './revoke_invitation.ts'
import { set_member_approver } from './set_member_approver.ts'
import { update_member_role } from './update_member_role.ts'
import { update_org_settings } from './update_org_settings.ts'

export const organization = area({
  title: 'Organization',
  tools: {
    assign_api_key,
    create_api_key,
    disconnect_app,
    get_org_settings,
    invite_user,
    list_api_keys,
    list_connected_apps,
    list_invitations,
    list_members,
    remove_member,
    rename_api_key,
    revoke_api_key,
    revoke_invitation,
    set_member_approver,
    update_member_role,
    update_org_settings,
  },
})
