import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listNotificationSettings,
  updateAccountNotificationSetting,
  updateProjectNotificationSetting,
} from '#domain/notifications/contract.ts'
import type { MailDay } from '#domain/notifications/mail-days.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { getMute, saveMute } from '#domain/notifications/mute-contract.ts'
import {
  type ChosenQuietHours,
  getQuietHours,
  saveQuietHours,
} from '#domain/notifications/quiet-hours-contract.ts'
import { call } from '#web/platform/client.ts'

const keyOf = (projectId: number) => ['notifications', 'settings', projectId] as const

/** What the person is mailed about in this project, and when. */
export const useListNotificationSettings = (projectId: number) =>
  useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(listNotificationSettings, { params: { projectId }, signal }),
  })

/** What a person changes about a setting. `days` are by the clock of `timezone`. */
export type SettingChange = Pick<NotificationSetting, 'timeframe_type_id' | 'status'> & {
  readonly push?: NotificationSetting['push']
  readonly days?: readonly MailDay[]
  readonly timezone?: string
}

type Saved = { readonly setting: NotificationSetting; readonly change: SettingChange }

const bodyOf = ({ setting: { id, type_id }, change: { days, ...rest } }: Saved) => ({
  notification_id: id,
  type_id,
  ...rest,
  ...(days && { notify_timeframe: days.map(day => ({ ...day, scheduled_times: [...day.scheduled_times] })) }),
})

/** The list shows what was saved at once; that of another project reads settings of the account again. */
const useShowSaved = (projectId: number) => {
  const client = useQueryClient()
  return {
    onSuccess: (saved: NotificationSetting) =>
      client.setQueryData<NotificationSetting[]>(keyOf(projectId), old =>
        old?.map(one => (one.id === saved.id ? saved : one)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications', 'settings'] }),
  }
}

/** Saves a setting of the account. A failure has a toast. */
export const useUpdateAccountNotificationSetting = (projectId: number) =>
  useMutation({
    mutationFn: (saved: Saved) =>
      call(updateAccountNotificationSetting, {
        params: { settingId: saved.setting.id },
        body: bodyOf(saved),
      }),
    ...useShowSaved(projectId),
  })

/** Saves a setting of the project. A failure has a toast. */
export const useUpdateProjectNotificationSetting = (projectId: number) =>
  useMutation({
    mutationFn: (saved: Saved) =>
      call(updateProjectNotificationSetting, {
        params: { settingId: saved.setting.id },
        body: bodyOf(saved),
      }),
    ...useShowSaved(projectId),
  })

/** Saves a setting, whichever it is of. */
export const useSaveNotificationSetting = (projectId: number, { type_id }: NotificationSetting) => {
  const ofAccount = useUpdateAccountNotificationSetting(projectId)
  const ofProject = useUpdateProjectNotificationSetting(projectId)
  return type_id === 1 ? ofAccount : ofProject
}

/** Saves several, one after the other; those before a failure stay saved. A failure has a toast. */
export const useSaveNotificationSettings = (projectId: number) => {
  const show = useShowSaved(projectId)
  return useMutation({
    mutationFn: async (all: readonly Saved[]) => {
      for (const saved of all) {
        const params = { settingId: saved.setting.id }
        const body = bodyOf(saved)
        show.onSuccess(
          await (saved.setting.type_id === 1
            ? call(updateAccountNotificationSetting, { params, body })
            : call(updateProjectNotificationSetting, { params, body })),
        )
      }
    },
    onSettled: show.onSettled,
  })
}

const muteKey = ['notifications', 'mute'] as const

/** Whether the person has turned all mails and push messages off. */
export const useGetMute = () =>
  useQuery({ queryKey: muteKey, queryFn: ({ signal }) => call(getMute, { signal }) })

/** A failure has a toast. */
export const useSaveMute = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (is_muted: boolean) => call(saveMute, { body: { is_muted } }),
    onSuccess: saved => client.setQueryData(muteKey, saved),
  })
}

const quietKey = ['notifications', 'quiet-hours'] as const

/** When the person wants no mails that can wait. */
export const useGetQuietHours = () =>
  useQuery({ queryKey: quietKey, queryFn: ({ signal }) => call(getQuietHours, { signal }) })

/** Null: never. A failure has a toast. */
export const useSaveQuietHours = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quiet_hours: ChosenQuietHours | null) => call(saveQuietHours, { body: { quiet_hours } }),
    onSuccess: saved => client.setQueryData(quietKey, saved),
  })
}
