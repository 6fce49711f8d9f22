import common from '../../../resources/locales/de/common.json'
import failures from '../../../resources/locales/de/failures.json'
import frame from '../../../resources/locales/de/frame.json'
import type { Messages } from './en.ts'
import { prefixed } from './prefix.ts'

/** All German messages; one that is missing does not compile. */
export const messages: Messages = {
  ...prefixed('common', common),
  ...prefixed('failures', failures),
  ...prefixed('frame', frame),
}
