import { tendChat } from '#server/features/chat/write-to-chat.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome } from '#server/platform/jobs/job-queues.ts'
import { mailDue } from './mail-due.ts'
import { notifyOfAgencyEvents } from './notify-of-agency-events.ts'
import { notifyOfEvents } from './notify-of-events.ts'
import { pushDue } from './push/push-due.ts'

/** What has become due since, and what the listener missed. */
export const sendDueNotifications = async (services: Services): Promise<JobOutcome> => {
  for (const work of [notifyOfEvents, notifyOfAgencyEvents, mailDue, pushDue])
    while ((await work(services)) > 0);
  await tendChat(services)
  return 'done'
}
