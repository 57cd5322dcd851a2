import * as contract from '#domain/notifications/contract.ts'
import * as muteContract from '#domain/notifications/mute-contract.ts'
import * as pushContract from '#domain/notifications/push-contract.ts'
import * as quietContract from '#domain/notifications/quiet-hours-contract.ts'
import { inReadOnly, personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { countUnread } from './count-unread.ts'
import { getNotificationSetting } from './get-notification-setting.ts'
import { listNotificationSettings } from './list-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'
import { addPushDevice } from './push/add-push-device.ts'
import { deletePushDevice } from './push/delete-push-device.ts'
import { listPushDevices } from './push/list-push-devices.ts'
import { testPushDevice } from './push/test-push-device.ts'
import { getMute } from './quiet/get-mute.ts'
import { getQuietHours } from './quiet/get-quiet-hours.ts'
import { saveMute } from './quiet/save-mute.ts'
import { saveQuietHours } from './quiet/save-quiet-hours.ts'
import { updateAccountNotificationSetting } from './update-account-notification-setting.ts'
import { updateProjectNotificationSetting } from './update-project-notification-setting.ts'

export const notificationRoutes: readonly Route[] = [
  personRoute(contract.listNotifications, listNotifications),
  personRoute(contract.countUnread, countUnread),
  personRoute(contract.markRead, markRead),
  personRoute(quietContract.getQuietHours, getQuietHours),
  personRoute(quietContract.saveQuietHours, saveQuietHours),
  personRoute(muteContract.getMute, getMute),
  personRoute(muteContract.saveMute, saveMute),
  personRoute(pushContract.listPushDevices, listPushDevices),
  personRoute(pushContract.addPushDevice, addPushDevice),
  personRoute(pushContract.deletePushDevice, deletePushDevice),
  personRoute(pushContract.testPushDevice, testPushDevice, {
    ownTransactions: true,
    limit: (_input: never, { person }: { readonly person: Person }) => ({
      subject: `push test ${person.userId}`,
      times: 10,
      minutes: 5,
    }),
  }),
  projectRoute(contract.listNotificationSettings, listNotificationSettings),
  projectRoute(contract.getNotificationSetting, getNotificationSetting),
  projectRoute(contract.updateAccountNotificationSetting, updateAccountNotificationSetting, inReadOnly),
  projectRoute(contract.updateProjectNotificationSetting, updateProjectNotificationSetting, inReadOnly),
]
