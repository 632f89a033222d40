import { area } from '#engine/tool.ts'
import { accept_access_request } from './accept_access_request.ts'
import { assign_api_key } from './assign_api_key.ts'
import { create_api_key } from './create_api_key.ts'
import { create_client } from './create_client.ts'
import { decline_access_request } from './decline_access_request.ts'
import { disconnect_app } from './disconnect_app.ts'
import { end_agency_access } from './end_agency_access.ts'
import { end_org } from './end_org.ts'
import { get_org_settings } from './get_org_settings.ts'
import { invite_user } from './invite_user.ts'
import { list_access_requests } from './list_access_requests.ts'
import { list_api_keys } from './list_api_keys.ts'
import { list_calls } from './list_calls.ts'
import { list_clients } from './list_clients.ts'
import { list_connected_apps } from './list_connected_apps.ts'
import { list_invitations } from './list_invitations.ts'
import { list_members } from './list_members.ts'
import { remove_client_access } from './remove_client_access.ts'
import { remove_member } from './remove_member.ts'
import { rename_api_key } from './rename_api_key.ts'
import { request_access } from './request_access.ts'
import { restore_org } from './restore_org.ts'
import { revoke_api_key } from './revoke_api_key.ts'
import { revoke_invitation } from './revoke_invitation.ts'
import { set_client_access } from './set_client_access.ts'
import { set_member_approver } from './set_member_approver.ts'
import { update_member_role } from './update_member_role.ts'
import { update_org_settings } from './update_org_settings.ts'
import { withdraw_access_request } from './withdraw_access_request.ts'

export const organization = area({
  title: 'Organization',
  tools: {
    accept_access_request,
    assign_api_key,
    create_api_key,
    disconnect_app,
    create_client,
    decline_access_request,
    end_agency_access,
    end_org,
    get_org_settings,
    invite_user,
    list_access_requests,
    list_api_keys,
    list_calls,
    list_connected_apps,
    list_clients,
    list_invitations,
    list_members,
    remove_client_access,
    remove_member,
    rename_api_key,
    request_access,
    restore_org,
    revoke_api_key,
    revoke_invitation,
    set_client_access,
    set_member_approver,
    update_member_role,
    update_org_settings,
    withdraw_access_request,
  },
})
