import common from '../../../resources/locales/en/common.json'
import failures from '../../../resources/locales/en/failures.json'
import frame from '../../../resources/locales/en/frame.json'
import { prefixed } from './prefix.ts'

/** All English messages: the measure for the other languages. One JSON file per domain, ICU message syntax. */
export const messages = {
  ...prefixed('common', common),
  ...prefixed('failures', failures),
  ...prefixed('frame', frame),
}

export type Messages = typeof messages
export type MessageKey = keyof Messages
