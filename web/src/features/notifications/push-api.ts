import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addPushDevice,
  deletePushDevice,
  listPushDevices,
  testPushDevice,
} from '#domain/notifications/push-contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import {
  endSubscription,
  isFresh,
  isPermitted,
  type PushState,
  readDevice,
  readPushState,
  storeDevice,
  subscribeBrowser,
} from './push-browser.ts'

const pushKeys = { all: ['notifications', 'push'], devices: ['notifications', 'push', 'devices'] } as const

/** The browsers in which the person is told of what happens. */
export const useListPushDevices = () =>
  useQuery({ queryKey: pushKeys.devices, queryFn: ({ signal }) => call(listPushDevices, { signal }) })

/** What this browser can do, and does. */
export const usePushState = (personId: number) =>
  useQuery({ queryKey: [...pushKeys.all, 'browser', personId], queryFn: () => readPushState(personId) })

const useReadAgain = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: pushKeys.all })
}

/** `renews`: the device that it was. */
const addThisBrowser = async (personId: number, renews?: number): Promise<void> => {
  const { public_key } = await call(listPushDevices, {})
  const subscription = await subscribeBrowser(public_key)
  const { id } = await call(addPushDevice, { body: { ...subscription, ...(renews && { renews }) } })
  storeDevice(personId, id, subscription.endpoint)
}

/** Turns push on in this browser. @returns what came of it: the person may refuse. A failure has a toast. */
export const useAddPushDevice = (personId: number) =>
  useMutation({
    mutationFn: async (): Promise<PushState> => {
      if (!(await isPermitted())) return readPushState(personId)
      await addThisBrowser(personId)
      return 'on'
    },
    onSettled: useReadAgain(),
  })

/** Turns push off in a browser: in this one also without a connection to Galley. A failure has a toast. */
export const useDeletePushDevice = () =>
  useMutation({
    mutationFn: async ({
      id: deviceId,
      is_current,
    }: {
      readonly id: number
      readonly is_current: boolean
    }) => {
      if (is_current) await endSubscription()
      await call(deletePushDevice, { params: { deviceId } })
    },
    onSettled: useReadAgain(),
  })

/** Sends a test message. A failure has a toast. */
export const useTestPushDevice = () =>
  useMutation({
    mutationFn: (deviceId: number) => call(testPushDevice, { params: { deviceId }, body: {} }),
  })

/**
 * After each sign-in, when the browser has changed its side of the subscription, and once a day, as the installation may have changed its
 * own. What was removed from another browser, or forbidden in this one, ends here.
 */
export const renewSubscription = async (personId: number): Promise<void> => {
  const device = readDevice(personId)
  if (device === null || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return endSubscription()
  if (await isFresh()) return
  try {
    await addThisBrowser(personId, device)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) await endSubscription()
  }
}
