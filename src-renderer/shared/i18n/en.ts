import bank from '../../../resources/locales/en/bank.json'
import common from '../../../resources/locales/en/common.json'
import failures from '../../../resources/locales/en/failures.json'
import frame from '../../../resources/locales/en/frame.json'
import settings from '../../../resources/locales/en/settings.json'
import map from '../../../resources/locales/en/map.json'
import news from '../../../resources/locales/en/news.json'
import player from '../../../resources/locales/en/player.json'
import servers from '../../../resources/locales/en/servers.json'
import vault from '../../../resources/locales/en/vault.json'
import voice from '../../../resources/locales/en/voice.json'
import setup from '../../../resources/locales/en/setup.json'
import play from '../../../resources/locales/en/play.json'
import mods from '../../../resources/locales/en/mods.json'
import repair from '../../../resources/locales/en/repair.json'
import shops from '../../../resources/locales/en/shops.json'
import world from '../../../resources/locales/en/world.json'
import market from '../../../resources/locales/en/market.json'
import home from '../../../resources/locales/en/home.json'
import { prefixed } from './prefix.ts'

/** All English messages: the measure for the other languages. One JSON file per domain, ICU message syntax. */
export const messages = {
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

export type Messages = typeof messages
export type MessageKey = keyof Messages
