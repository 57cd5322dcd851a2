import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { saveSetting } from './save-setting.ts'

export const updateAccountNotificationSetting = (
  { params, body }: Input<typeof contract.updateAccountNotificationSetting>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateAccountNotificationSetting>> =>
  saveSetting(params.settingId, 'account', body, call)
