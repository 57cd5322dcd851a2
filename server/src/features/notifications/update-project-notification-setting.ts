import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { saveSetting } from './save-setting.ts'

export const updateProjectNotificationSetting = (
  { params, body }: Input<typeof contract.updateProjectNotificationSetting>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateProjectNotificationSetting>> =>
  saveSetting(params.settingId, 'project', body, call)
