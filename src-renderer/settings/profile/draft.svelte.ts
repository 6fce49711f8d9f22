import {
  type FieldWrong,
  isGroup,
  type ProfileContent,
  type ProfileField,
  valueAt,
} from '../../../src-preload/contract/profile-editor.ts'
import { handOver, type Main } from '#shared/bridge/index.ts'

/** The groups of fields in the editor. */
export const sections = ['general', 'bank', 'voice', 'community', 'discord', 'images', 'mods'] as const
export type Section = (typeof sections)[number]

/** A profile with a new value of a dotted field. Without a value, the field and then empty groups are left out. */
function withValue(profile: ProfileContent, [name = '', ...inner]: readonly string[], value: unknown): ProfileContent {
  const { [name]: before, ...others } = profile
  const within = inner.length === 0 ? value : withValue(isGroup(before) ? before : {}, inner, value)
  const isEmpty = within === undefined || (inner.length > 0 && isGroup(within) && Object.keys(within).length === 0)
  return isEmpty ? others : { ...profile, [name]: within }
}

/** The profile that is edited. It stays when the player changes the screen, and main keeps it for the next start. */
export class ProfileDraft {
  readonly #main: Main
  #fields = $state.raw<readonly ProfileField[]>([])
  #profile = $state.raw<ProfileContent>({})
  #saved = $state('{}')
  #unknown = $state.raw<readonly string[]>([])
  #name = $state<string>()
  #wrong = $state.raw<readonly FieldWrong[]>([])
  #showsMissing = $state(false)
  #lacksPassword = $state(false)
  #opened = $state(0)
  /** The address from which players will load the profile. */
  address = $state('')

  constructor(main: Main) {
    this.#main = main
  }

  /** Counts opened profiles, so that the inputs of another one are new. */
  get opened() {
    return this.#opened
  }

  /** Unknown fields of its file, which are not saved. */
  get unknown() {
    return this.#unknown
  }

  /** The name of its file; undefined if it has none. */
  get name() {
    return this.#name
  }

  get isChanged(): boolean {
    return JSON.stringify(this.#profile) !== this.#saved
  }

  /** The voice password was not kept and must be typed again. */
  get lacksPassword(): boolean {
    return this.#lacksPassword && this.valueOf(PASSWORD) === undefined
  }

  readonly load = async (): Promise<void> => {
    if (this.#fields.length > 0) return
    const [fields, { profile, hadPassword }] = await Promise.all([
      this.#main.communities.profileFields(undefined),
      this.#main.communities.keptDraft(undefined),
    ])
    this.#fields = fields
    this.#profile = profile
    this.#lacksPassword = hadPassword
  }

  readonly begin = (): void => {
    this.#take({}, [])
    this.#showsMissing = false
  }

  readonly open = async (chosen: File): Promise<void> => {
    const { profile, unknown } = await this.#main.communities.openProfile({ file: await handOver(chosen) })
    this.#take(profile, unknown, chosen.name)
    this.#showsMissing = true
    await this.check()
  }

  /** The fields of a section. The first section also has those that belong to no other. */
  fieldsOf(section: Section): readonly ProfileField[] {
    const sectionOf = (field: string) => sections.find((known) => field.startsWith(`${known}.`)) ?? sections[0]
    return this.#fields.filter(({ field }) => sectionOf(field) === section)
  }

  valueOf(field: string): unknown {
    return valueAt(this.#profile, field)
  }

  readonly change = (field: string, value: unknown): void => {
    this.#profile = withValue(this.#profile, field.split('.'), value)
    this.#wrong = this.#wrong.filter((wrong) => !isAt(wrong, field)) // until the next check
    this.#keep()
  }

  /** All faults to show. Missing fields are shown only after the player opened, tried or saved the profile. */
  get faults(): readonly FieldWrong[] {
    return this.#showsMissing ? this.#wrong : this.#wrong.filter(({ fault }) => fault !== 'missing')
  }

  /** The fault of a field or of one inside it. */
  wrongAt(field: string): FieldWrong | undefined {
    return this.faults.find((wrong) => isAt(wrong, field))
  }

  /** Lets main check the profile. */
  readonly check = async (): Promise<void> => {
    this.#wrong = await this.#main.communities.checkProfile({ profile: this.#profile })
  }

  /** True if nothing is wrong. Otherwise all faults are shown. */
  readonly isRight = async (): Promise<boolean> => {
    this.#showsMissing = true
    await this.check()
    return this.#wrong.length === 0
  }

  readonly tryAddresses = () => this.#main.communities.tryProfile({ profile: this.#profile })

  /** Saves the profile where the player chooses, and gives the file's name. */
  readonly save = async (): Promise<string> => {
    const profile = this.#profile
    this.#name = await this.#main.communities.saveProfile({ profile })
    this.#saved = JSON.stringify(profile)
    this.#unknown = []
    this.#keep()
    return this.#name
  }

  #keep(): void {
    void this.#main.communities.keepDraft({ profile: this.isChanged ? this.#profile : {} })
  }

  #take(profile: ProfileContent, unknown: readonly string[], name?: string): void {
    this.#profile = profile
    this.#saved = JSON.stringify(profile)
    this.#unknown = unknown
    this.#name = name
    this.#wrong = []
    this.#lacksPassword = false
    this.#opened += 1
    this.#keep()
  }
}

const PASSWORD = 'voice.password'

const isAt = ({ field }: FieldWrong, at: string) => field === at || field.startsWith(`${at}.`)

const drafts = new WeakMap<Main, ProfileDraft>()

/** The page's only draft. */
export function draftOf(main: Main): ProfileDraft {
  const draft = drafts.get(main) ?? new ProfileDraft(main)
  drafts.set(main, draft)
  return draft
}
