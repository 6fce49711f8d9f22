import bank from '../../../resources/locales/de/bank.json'
import common from '../../../resources/locales/de/common.json'
import failures from '../../../resources/locales/de/failures.json'
import frame from '../../../resources/locales/de/frame.json'
import settings from '../../../resources/locales/de/settings.json'
import map from '../../../resources/locales/de/map.json'
import news from '../../../resources/locales/de/news.json'
import player from '../../../resources/locales/de/player.json'
import servers from '../../../resources/locales/de/servers.json'
import vault from '../../../resources/locales/de/vault.json'
import voice from '../../../resources/locales/de/voice.json'
import setup from '../../../resources/locales/de/setup.json'
import play from '../../../resources/locales/de/play.json'
import shops from '../../../resources/locales/de/shops.json'
import world from '../../../resources/locales/de/world.json'
import market from '../../../resources/locales/de/market.json'
import home from '../../../resources/locales/de/home.json'
import type { Messages } from './en.ts'
import mods from '../../../resources/locales/de/mods.json'
import repair from '../../../resources/locales/de/repair.json'
import { prefixed } from './prefix.ts'

/** All German messages; one that is missing does not compile. */
export const messages: Messages = {
  ...prefixed('bank', bank),
  ...prefixed('common', common),
  ...prefixed('failures', failures),
  ...prefixed('frame', frame),
  ...prefixed('settings', settings),
  ...prefixed('map', map),
  ...prefixed('news', news),
  ...prefixed('player', player),
  ...prefixed('servers', servers),
  ...prefixed('vault', vault),
  ...prefixed('voice', voice),
  ...prefixed('play', play),
  ...prefixed('mods', mods),
  ...prefixed('repair', repair),
  ...prefixed('shops', shops),
  ...prefixed('world', world),
  ...prefixed('market', market),
  ...prefixed('home', home),
  ...prefixed('setup', setup),
}
