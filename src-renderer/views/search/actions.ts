import Money from '@lucide/svelte/icons/banknote'
import Mods from '@lucide/svelte/icons/blocks'
import Aside from '@lucide/svelte/icons/archive'
import Folder from '@lucide/svelte/icons/folder'
import Keyboard from '@lucide/svelte/icons/keyboard'
import Language from '@lucide/svelte/icons/languages'
import Palette from '@lucide/svelte/icons/palette'
import Profile from '@lucide/svelte/icons/file-pen-line'
import Plus from '@lucide/svelte/icons/plus'
import Play from '@lucide/svelte/icons/play'
import Settings from '@lucide/svelte/icons/settings-2'
import Streamer from '@lucide/svelte/icons/video'
import { noticeClasses } from '../../../src-preload/contract/settings.ts'
import { launchNames } from '../../play/launch-options.ts'
import { checkAll } from '../check-all.ts'
import { languageName, languages, type MessageKey } from '#shared/i18n/index.ts'
import type { ScreenId } from '#shared/router/index.ts'
import type { SearchEntry } from '#shared/search.ts'
import type { Source } from './source.ts'

const themes = ['system', 'light', 'dark', 'contrast'] as const

/** Actions that are possible on every screen. */
export const actions: Source = (tools) => {
  const { main, router, t, settings, attempt, help } = tools
  const change = (wish: Parameters<typeof main.settings.change>[0]) => void attempt(() => main.settings.change(wish))
  const action = (key: string, title: string, icon: SearchEntry['icon'], run: () => void, detail?: string) => ({
    key: `action ${key}`,
    title,
    icon,
    run,
    detail,
    kind: t('frame.kind.action'),
    also: t('frame.action.also', { name: key.replaceAll('-', '_') }),
  })
  return Promise.resolve([
    action('transfer', t('bank.new-transfer'), Money, () => router.go('bank', {}, 'transfer')),
    action('start-alone', t('play.alone'), Play, () => void attempt(() => main.play.startAlone({ anyway: false }))),
    action('check-all', t('frame.action.check-all'), Mods, () => void attempt(() => checkAll(tools))),
    action('quarantine', t('mods.tab.quarantine'), Aside, () => router.go('mods', { tab: 'quarantine' })),
    action('community', t('settings.community.add'), Plus, () => router.go('settings', { tab: 'communities' })),
    action('shortcuts', t('frame.shortcuts'), Keyboard, help),
    action('profile-editor', t('profile.screen'), Profile, () => router.go('profile-editor')),
    action(
      'streamer',
      t('settings.streamer'),
      Streamer,
      () => change({ streamerMode: !settings.streamerMode }),
      t(settings.streamerMode ? 'frame.on' : 'frame.off'),
    ),
    ...themes.map((theme) => ({
      ...action(
        `theme ${theme}`,
        t('frame.action.theme', { theme }),
        Palette,
        () => change({ theme }),
        settings.theme === theme ? t('frame.current') : undefined,
      ),
      also: t('frame.action.theme.also', { theme }),
    })),
    ...languages.map((language) => ({
      ...action(
        `language ${language}`,
        `${t('settings.language')}: ${languageName(language)}`,
        Language,
        () => change({ language }),
        settings.language === language ? t('frame.current') : undefined,
      ),
      also: t('frame.action.language.also', { language }),
    })),
  ])
}

/** The labels of all settings. Those of the servers' screen are start options. */
const settingNames: [screen: ScreenId, tab: string, names: MessageKey[]][] = [
  [
    'settings',
    'general',
    [
      'settings.language',
      'settings.theme',
      'settings.scale',
      'settings.motion',
      'settings.downloads.at-once',
      'settings.downloads.limit',
      'settings.downloads.playing',
      'settings.downloads.ahead',
      'settings.downloads.quarantine',
      'settings.downloads.quarantine-size',
    ],
  ],
  ['settings', 'communities', ['settings.communities']],
  [
    'settings',
    'desktop',
    [
      'settings.close-to-tray',
      'settings.close-busy',
      'settings.minimise-to-tray',
      'settings.start-with-system',
      'settings.start-hidden',
      'settings.open-links',
      'settings.updates.when',
    ],
  ],
  [
    'settings',
    'notifications',
    [
      'settings.notify',
      ...noticeClasses.map((what) => `settings.notify.${what}` as const),
      'settings.quiet-playing',
      'settings.quiet-hours',
      'settings.quiet-from',
      'settings.quiet-until',
    ],
  ],
  [
    'settings',
    'support',
    [
      'settings.streamer',
      'settings.discord',
      'settings.pin',
      'settings.bank-lock',
      'settings.support.report',
      'settings.support.crash',
      'settings.traffic',
      'settings.set-aside',
      'settings.about',
      'vault.title',
    ],
  ],
  ['servers', 'start', ['play.options', ...launchNames]],
  ['servers', 'game', ['play.voice.program']],
]

export const settings: Source = ({ router, t, absent }) => {
  const kind = t('frame.kind.setting')
  const folders = (['mods.game-folder', 'mods.mods-folder'] as const).map((name) => ({
    key: `setting ${name}`,
    title: t(name),
    kind,
    icon: Folder,
    run: () => router.go('mods'),
  }))
  return Promise.resolve([
    ...folders,
    ...settingNames.flatMap(([screen, tab, names]) =>
      names
        .filter((name) => !absent.includes(name))
        .map((name) => ({
          key: `setting ${name}`,
          title: name.startsWith('settings.notify.') ? `${t('settings.tab.notifications')} · ${t(name)}` : t(name),
          also: t('frame.setting.also', { name: (name.split('.').pop() ?? '').replaceAll('-', '_') }),
          kind,
          icon: Settings,
          run: () =>
            screen === 'settings'
              ? router.go(screen, { tab, at: t(name) })
              : router.go(screen, {}, tab === 'game' ? 'game-options' : 'start-options'),
        })),
    ),
  ])
}
