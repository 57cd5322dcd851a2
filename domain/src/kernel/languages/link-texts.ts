import { publicTexts } from '../public-texts.ts'
import { phrase } from './words.ts'

const readOnly = phrase('This project is read-only at the moment. Please ask your agency.')
const gone = phrase('This post was taken back or deleted. There is nothing to decide any more.')
const unfit = phrase('Something in this cannot be accepted. Please check it and try again.')

/**
 * What each refusal that the bearer of an approval link can meet says in their language, by its code. In English they read the message
 * of the answer, which may say more. Apart from the table of failures, which is too big for that page; `{when}` is when to try again.
 */
export const linkTexts = {
  already_decided: phrase('This approval round is already closed.'),
  device_unconfirmed: phrase('Confirm this device with the code from your mail first.'),
  forbidden: phrase('You are not allowed to do this.'),
  illegal_transition: phrase('This is no longer possible, because something has changed in the meantime.'),
  internal: publicTexts.internal,
  malformed_request: unfit,
  not_found: gone,
  not_your_turn: phrase('Another approver was chosen for this round.'),
  post_not_found: gone,
  project_archived: readOnly,
  stale_version: phrase('This is a newer version than the one you saw.'),
  storage_full: phrase('There is no room for this file at the moment. Please try again {when}.'),
  subscription_read_only: readOnly,
  too_large: phrase('File is too big'),
  too_many_requests: phrase('Too many attempts. Please try again {when}.'),
  unavailable: phrase('Galley is temporarily unavailable. Please try again.'),
  undo_ended: phrase(
    'This approval can no longer be undone, because somebody has acted on it or too much time has passed.',
  ),
  unsupported_media_type: phrase('Only images can be attached.'),
  upload_limit: phrase('Too much was uploaded in the last 24 hours. Please try again {when}.'),
  upload_too_slow: phrase('The upload was too slow and has been stopped. Please try again.'),
  validation_error: unfit,
  wrong_code: phrase('This code is wrong or has expired. Ask for a new one.'),
} as const
