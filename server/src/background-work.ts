import { cleanHistory, cleanHistoryQueue } from './clean-history.ts'
import { gatherInsights, gatherInsightsQueue } from './features/analytics/gather-insights.ts'
import { gatherPostFigures, gatherPostFiguresQueue } from './features/analytics/gather-post-figures.ts'
import { gatherStories, gatherStoriesQueue } from './features/analytics/gather-stories.ts'
import { makeGatherer } from './features/analytics/gatherer.ts'
import {
  announceDeadlines,
  announceDeadlinesQueue,
} from './features/approvals/deadlines/announce-deadlines.ts'
import { sweepArchives, sweepArchivesQueue } from './features/archives/sweep-archives.ts'
import { writeArchive, writeArchiveQueue } from './features/archives/write-archive.ts'
import { backUpRegularly, backUpRegularlyQueue } from './features/backups/back-up-regularly.ts'
import { mailReceipt, mailReceiptQueue } from './features/billing/reminders/mail-receipt.ts'
import { remindOfPayment, remindOfPaymentQueue } from './features/billing/reminders/remind-of-payment.ts'
import { remindOfTrialEnd, remindOfTrialEndQueue } from './features/billing/reminders/remind-of-trial-end.ts'
import {
  compareSubscriptions,
  compareSubscriptionsQueue,
} from './features/billing/subscription/compare-subscriptions.ts'
import { runStart, startSubscriptionQueue } from './features/billing/subscription/start-subscription.ts'
import { runSyncQuantities, syncQuantitiesQueue } from './features/billing/subscription/sync-quantities.ts'
import { runSync, syncSubscriptionQueue } from './features/billing/subscription/sync-subscription.ts'
import { emptyBin, emptyBinQueue } from './features/bin/empty-bin.ts'
import { announceDanger, announceDangerQueue } from './features/board/announce-danger.ts'
import { mailBoardDigests, mailBoardDigestsQueue } from './features/board/mail-board-digests.ts'
import { writeToChatQueue } from './features/chat/entries.ts'
import { writeToChat } from './features/chat/write-to-chat.ts'
import { purgeDesigns, purgeDesignsQueue } from './features/designs/purge-designs.ts'
import { replicateMediaQueue } from './features/duplication/media-copies.ts'
import { replicateMedia } from './features/duplication/replicate-media.ts'
import { endExpiredOffer, endExpiredOfferQueue } from './features/hand-overs/end-expired-offer.ts'
import { cleanImports, cleanImportsQueue } from './features/imports/clean-imports.ts'
import { purgeImportPictures, purgeImportPicturesQueue } from './features/imports/purge-import-pictures.ts'
import { runImport, runImportQueue } from './features/imports/run-import.ts'
import { cleanMedia, cleanMediaQueue } from './features/media/clean-media.ts'
import { cleanStoredFiles, cleanStoredFilesQueue } from './features/media/clean-stored-files.ts'
import { convertVideoQueue } from './features/media/video-conversion/conversions.ts'
import { runConversion } from './features/media/video-conversion/run-conversion.ts'
import { purgeNotifications, purgeNotificationsQueue } from './features/notifications/purge-notifications.ts'
import { sendPush } from './features/notifications/push/send-push.ts'
import { sendPushQueue } from './features/notifications/push/write-pushes.ts'
import { heldUntil } from './features/notifications/quiet/hold-mails.ts'
import { sendDueNotifications } from './features/notifications/send-due-notifications.ts'
import {
  purgeAbandonedDrafts,
  purgeAbandonedDraftsQueue,
} from './features/posts/deletion/purge-abandoned-drafts.ts'
import {
  purgeLinkPreviews,
  purgeLinkPreviewsQueue,
} from './features/posts/link-previews/purge-link-previews.ts'
import { announceOverdue, announceOverdueQueue } from './features/publishing/engine/announce-overdue.ts'
import type { Publisher } from './features/publishing/engine/publisher.ts'
import { endPauseInTime, endPauseQueue } from './features/publishing/pauses.ts'
import { draftReports, draftReportsQueue } from './features/reports/schedule/draft-reports.ts'
import { topUpSeries, topUpSeriesQueue } from './features/series/top-up-series.ts'
import { accountHealthChecker } from './features/social-accounts/check-account.ts'
import { checkAccounts, checkAccountsQueue } from './features/social-accounts/check-accounts.ts'
import { sendDueNotificationsQueue } from './platform/events/notified.ts'
import type { Services } from './platform/http/route.ts'
import type { JobQueue, JobRunner } from './platform/jobs/job-queues.ts'
import { sendMailQueue } from './platform/mail/queue.ts'
import { purgeOldMails, purgeOldMailsQueue, sendMail } from './platform/mail/send-mail.ts'
import type { Mailer } from './platform/mail/transport.ts'

/** All background jobs, later or regular. Publishing is not among them: its rows themselves say what is due. */
export const jobQueues: readonly JobQueue[] = [
  sendMailQueue,
  purgeOldMailsQueue,
  purgeAbandonedDraftsQueue,
  purgeLinkPreviewsQueue,
  emptyBinQueue,
  cleanMediaQueue,
  cleanStoredFilesQueue,
  purgeDesignsQueue,
  purgeImportPicturesQueue,
  cleanImportsQueue,
  convertVideoQueue,
  replicateMediaQueue,
  runImportQueue,
  writeArchiveQueue,
  sweepArchivesQueue,
  topUpSeriesQueue,
  purgeNotificationsQueue,
  sendDueNotificationsQueue,
  writeToChatQueue,
  sendPushQueue,
  remindOfPaymentQueue,
  remindOfTrialEndQueue,
  draftReportsQueue,
  checkAccountsQueue,
  announceOverdueQueue,
  endPauseQueue,
  endExpiredOfferQueue,
  announceDeadlinesQueue,
  announceDangerQueue,
  mailBoardDigestsQueue,
  gatherInsightsQueue,
  gatherPostFiguresQueue,
  gatherStoriesQueue,
  startSubscriptionQueue,
  syncSubscriptionQueue,
  mailReceiptQueue,
  syncQuantitiesQueue,
  compareSubscriptionsQueue,
  backUpRegularlyQueue,
  cleanHistoryQueue,
]

/** What a worker process does besides publishing. Without a mail server, mails wait until there is one. */
export const workOnJobs = async (
  services: Services,
  jobs: JobRunner,
  { publisher, mailer }: { readonly publisher: Publisher; readonly mailer: Mailer | null },
): Promise<void> => {
  const checker = accountHealthChecker(services)
  if (mailer) await jobs.work(sendMailQueue, ({ mailId }) => sendMail(services, mailer, mailId, heldUntil))
  await jobs.work(purgeOldMailsQueue, () => purgeOldMails(services))
  await jobs.work(purgeAbandonedDraftsQueue, () => purgeAbandonedDrafts(services))
  await jobs.work(purgeLinkPreviewsQueue, () => purgeLinkPreviews(services))
  await jobs.work(emptyBinQueue, () => emptyBin(services))
  await jobs.work(cleanMediaQueue, () => cleanMedia(services))
  await jobs.work(cleanStoredFilesQueue, () => cleanStoredFiles(services))
  await jobs.work(purgeDesignsQueue, () => purgeDesigns(services))
  await jobs.work(purgeImportPicturesQueue, () => purgeImportPictures(services))
  await jobs.work(cleanImportsQueue, () => cleanImports(services))
  await jobs.work(convertVideoQueue, ({ conversionId, startNumber }) =>
    // Jobs of the releases before this number was kept are all first starts.
    runConversion(services, { conversionId, startNumber: startNumber ?? 1 }),
  )
  await jobs.work(replicateMediaQueue, ({ postId }) => replicateMedia(services, postId))
  await jobs.work(runImportQueue, ({ importId }) => runImport(services, importId))
  await jobs.work(purgeNotificationsQueue, () => purgeNotifications(services))
  await jobs.work(remindOfPaymentQueue, () => remindOfPayment(services))
  await jobs.work(remindOfTrialEndQueue, () => remindOfTrialEnd(services))
  await jobs.work(draftReportsQueue, () => draftReports(services))
  await jobs.work(topUpSeriesQueue, () => topUpSeries(services))
  await jobs.work(writeArchiveQueue, ({ archiveId }) => writeArchive(services, archiveId))
  await jobs.work(sweepArchivesQueue, () => sweepArchives(services))
  const gatherer = makeGatherer(services)
  await jobs.work(gatherInsightsQueue, () => gatherInsights(gatherer))
  await jobs.work(gatherPostFiguresQueue, () => gatherPostFigures(gatherer))
  await jobs.work(gatherStoriesQueue, () => gatherStories(gatherer))
  await workOnAnnouncements(services, jobs)
  await jobs.work(checkAccountsQueue, () => checkAccounts(checker))
  await jobs.work(announceOverdueQueue, ({ scheduleId }) => announceOverdue(publisher, scheduleId))
  await jobs.work(endExpiredOfferQueue, ({ offerId }) => endExpiredOffer(services, offerId))
  await jobs.work(endPauseQueue, ({ pauseId }) => endPauseInTime(services, pauseId))
  await jobs.work(startSubscriptionQueue, ({ agencyId }) => runStart(services, agencyId))
  await jobs.work(mailReceiptQueue, paid => mailReceipt(services, paid))
  await jobs.work(syncSubscriptionQueue, ({ agencyId }) => runSync(services, agencyId))
  await jobs.work(syncQuantitiesQueue, ({ isBetween = false }) => runSyncQuantities(services, isBetween))
  await jobs.work(compareSubscriptionsQueue, () => compareSubscriptions(services))
  await jobs.work(backUpRegularlyQueue, () => backUpRegularly(services))
  await jobs.work(cleanHistoryQueue, () => cleanHistory(services))
}

/** What tells people in time. */
const workOnAnnouncements = async (services: Services, jobs: JobRunner): Promise<void> => {
  await jobs.work(sendDueNotificationsQueue, () => sendDueNotifications(services))
  await jobs.work(writeToChatQueue, ({ channelId }) => writeToChat(services, channelId))
  await jobs.work(sendPushQueue, ({ messageId }) => sendPush(services, messageId))
  await jobs.work(announceDeadlinesQueue, () => announceDeadlines(services))
  await jobs.work(announceDangerQueue, () => announceDanger(services))
  await jobs.work(mailBoardDigestsQueue, () => mailBoardDigests(services))
}
