import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import {
  type CommunityInfo,
  keepsLonger,
  limitsOf,
  PlayerSettings,
  type ProfileView,
  type SettingsChange,
  type settingsContract,
  type SettingsNotice,
  type SettingsView,
} from '../../src-preload/contract/settings.ts'
import { Emitter, errnoOf, readSync, topicOf } from '../lib/index.ts'

/** Copies the file beside itself, or renames it if the disk is full. If both fail, the app starts without the copy, and changes nothing. */
function copyAside(path: string, now: Date): string | undefined {
  const keptAs = `${path}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`
  for (const keep of [copyFileSync, renameSync])
    try {
      keep(path, keptAs)
      return keptAs
    } catch {
      continue
    }
  return undefined
}

/** The version that this app writes. Of another version's file, it uses what fits and keeps the rest. */
const SCHEMA_VERSION = 1

/** The entries of a list or a record that fit its schema. */
function partsThatFit(schema: v.GenericSchema, raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.filter((one: unknown) => v.is(schema, [one]))
  if (typeof raw !== 'object' || raw === null) return undefined
  return Object.fromEntries(Object.entries<unknown>({ ...raw }).filter(([key, one]) => v.is(schema, { [key]: one })))
}

/** A limit that cannot be read deletes no file. */
const UNREAD: Record<string, unknown> = { quarantineDays: 0, quarantineGiB: 0 } satisfies SettingsChange

/** Takes each setting that fits its schema, of each other the entries that fit, and else the standard value. */
function readTolerantly(raw: Record<string, unknown>): { settings: PlayerSettings; refused: string[] } {
  const refused: string[] = []
  const taken: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(PlayerSettings.entries)) {
    const isWhole = v.is(schema, raw[name])
    if (!isWhole) refused.push(name)
    const parsed = v.safeParse(schema, isWhole ? raw[name] : (partsThatFit(schema, raw[name]) ?? UNREAD[name]))
    if (parsed.success) taken[name] = parsed.output
  }
  return { settings: v.parse(PlayerSettings, taken), refused }
}

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
)

/** The content of a settings file; undefined if it is damaged. */
function readStored(path: string): Record<string, unknown> | undefined {
  if (!existsSync(path)) return {}
  try {
    return v.parse(Stored, new TextDecoder().decode(readSync(path))) // drops the mark that editors put first
  } catch {
    return undefined
  }
}

/**
 * Opens the settings in a file (absolute path), and never fails. What does not fit stays in the file. Before it is replaced, the file is
 * copied. `write` replaces its content, and throws an errno error if the disk refuses.
 */
export function openSettings(path: string, write: (content: Record<string, unknown>) => void, now: () => Date) {
  const stored = readStored(path)
  const { settings: first, refused } = readTolerantly(stored ?? {})
  const isForeign = (name: string) => refused.includes(name) || !Object.hasOwn(PlayerSettings.entries, name)
  let foreign = Object.entries(stored ?? {}).filter(([name]) => isForeign(name))
  let isUnkept = stored === undefined
  const keepAside = (): SettingsNotice[] => {
    const keptAs = isUnkept ? copyAside(path, now()) : undefined
    isUnkept &&= keptAs === undefined && existsSync(path)
    return keptAs === undefined ? [] : [{ kind: 'damaged-file-kept', keptAs }]
  }

  let view: SettingsView = { settings: first, notices: keepAside() }
  const changes = new Emitter<SettingsView>()
  const become = (next: SettingsView) => {
    view = next
    changes.emit(view)
  }
  return {
    get view(): SettingsView {
      return view
    },
    get settings(): PlayerSettings {
      return view.settings
    },
    /** @throws Failure `settings-not-saved`: then nothing changes */
    change(change: SettingsChange): void {
      const settings = { ...view.settings, ...change }
      const left = foreign.filter(([name]) => !Object.hasOwn(change, name))
      isUnkept ||= left.length < foreign.length
      const notices = [...view.notices, ...keepAside()]
      if (isUnkept) throw new Failure('settings-not-saved', { errno: 'EBUSY' })
      try {
        write({ version: SCHEMA_VERSION, ...settings, ...Object.fromEntries(left) })
      } catch (error) {
        throw new Failure('settings-not-saved', { errno: errnoOf(error) || 'unknown' })
      }
      foreign = left
      become({ settings, notices })
    },
    dismissNotices: (): void => become({ ...view, notices: [] }),
    onChange: changes.on,
    /** Calls `listener` when the picked part of the settings is another one than before. Returns the function that stops it. */
    onChangeOf<T>(pick: () => T, listener: (part: T) => void): () => void {
      let before = pick()
      return changes.on(() => {
        const part = pick()
        if (isDeepStrictEqual(part, before)) return
        before = part
        listener(part)
      })
    },
  }
}

export type SettingsStore = ReturnType<typeof openSettings>

/** The settings that each community has of its own. */
type ByCommunity = Pick<
  PlayerSettings,
  'gameDirs' | 'gameInstalls' | 'modsDirs' | 'ownModsDirs' | 'launch' | 'playerNames' | 'friends' | 'priceAlerts'
>
type OwnSettings = { [K in keyof ByCommunity]: ByCommunity[K][string] }

export const settingsOf = (store: Pick<SettingsStore, 'settings' | 'change' | 'onChange'>, id: string) => ({
  /** Undefined if the player has set nothing. */
  get: <K extends keyof OwnSettings>(name: K) => store.settings[name][id] as OwnSettings[K] | undefined,
  /** Undefined removes a setting. @throws Failure `settings-not-saved`: then nothing changes */
  change(change: Partial<OwnSettings>): void {
    const changed = Object.entries(change).map(([name, value]) => {
      const { [id]: _old, ...others } = store.settings[name as keyof OwnSettings]
      return [name, value === undefined ? others : { ...others, [id]: value }]
    })
    store.change(Object.fromEntries(changed) as SettingsChange)
  },
  onChange: store.onChange,
})

export type CommunitySettings = ReturnType<typeof settingsOf>

export const settingsHandlers = (
  store: SettingsStore,
  profile: ProfileView,
  info: CommunityInfo,
  now: () => Date,
): DomainHandlers<typeof settingsContract> => ({
  state: topicOf(() => store.view, store.onChange),
  profile: topicOf(() => profile),
  communityInfo: () => info,
  change: (change) => store.change(change),
  dismissNotices: () => store.dismissNotices(),
  keepQuarantine: ({ days, gib }) => ({
    question: { kind: 'keep-quarantine', days, gib },
    yes: () => store.change({ quarantineDays: days, quarantineGiB: gib, quarantineSince: now().getTime() }),
  }),
  keepQuarantineLonger({ days, gib }) {
    if (!keepsLonger({ days, gib }, limitsOf(store.settings))) throw new Failure('forbidden', {})
    store.change({ quarantineDays: days, quarantineGiB: gib })
  },
})
