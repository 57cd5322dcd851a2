import * as contract from '#domain/notifications/contract.ts'
import * as quietContract from '#domain/notifications/quiet-hours-contract.ts'
import { inReadOnly, personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { countUnread } from './count-unread.ts'
import { getNotificationSetting } from './get-notification-setting.ts'
import { listNotificationSettings } from './list-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'
import { getQuietHours } from './quiet/get-quiet-hours.ts'
import { saveQuietHours } from './quiet/save-quiet-hours.ts'
import { updateAccountNotificationSetting } from './update-account-notification-setting.ts'
import { updateProjectNotificationSetting } from './update-project-notification-setting.ts'

export const notificationRoutes: readonly Route[] = [
  personRoute(contract.listNotifications, listNotifications),
  personRoute(contract.countUnread, countUnread),
  personRoute(contract.markRead, markRead),
  personRoute(quietContract.getQuietHours, getQuietHours),
  personRoute(quietContract.saveQuietHours, saveQuietHours),
  projectRoute(contract.listNotificationSettings, listNotificationSettings),
  projectRoute(contract.getNotificationSetting, getNotificationSetting),
  projectRoute(contract.updateAccountNotificationSetting, updateAccountNotificationSetting, inReadOnly),
  projectRoute(contract.updateProjectNotificationSetting, updateProjectNotificationSetting, inReadOnly),
]
