import { basename } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import {
  isGroup,
  type KeptDraft,
  type ProfileContent,
  type profileEditorContract,
  valueAt,
} from '../../src-preload/contract/profile-editor.ts'
import { isNetworkPath, writeFileAtomic } from '../lib/index.ts'
import { addCommunityLink } from '../links/index.ts'
import {
  type CommunityProfile,
  DEMO_ID,
  invalidProfile,
  MOST_PROFILE_BYTES,
  parseProfile,
  faultsOfProfile,
  profileFields,
  profileOfFields,
  readProfileJson,
  unknownFields,
} from '../settings/index.ts'
import { triedAddresses, tryAddresses } from './try-addresses.ts'
import { encode } from 'uqr'

/** A profile that any player may add, and its file, which has only the given fields. @throws Failure `profile-invalid` */
function fileOf(content: ProfileContent): { profile: CommunityProfile; text: string } {
  const profile = parseProfile(content, '')
  if (profile.id === DEMO_ID) throw invalidProfile('', 'demo-id', { field: 'id' })
  const given = profileOfFields(({ field }) =>
    valueAt(content, field) === undefined ? undefined : valueAt(profile, field),
  )
  const text = `${JSON.stringify(given, undefined, 2)}\n`
  if (Buffer.byteLength(text) > MOST_PROFILE_BYTES) throw invalidProfile('', 'too-large')
  return { profile, text }
}

/** Writes a file where the player chose, readable for others, and gives its name. */
async function writeChosen(path: string, data: string | Uint8Array): Promise<string> {
  await writeFileAtomic(path, data, 0o666)
  return basename(path)
}

export interface EditorNeeds {
  /** The path of a file that the player dropped or picked. @throws Failure `forbidden` */
  dropped: (file: number) => string
  /** The draft that is kept over restarts. */
  draft: { read: () => KeptDraft | undefined; keep: (draft: KeptDraft) => void }
  /** Makes a PNG of a square of pixels (blue, green, red, alpha). */
  toPng: (pixels: Buffer, side: number) => Buffer
}

const withoutPassword = (content: ProfileContent): KeptDraft => ({
  profile: profileOfFields(({ field }) => (field === PASSWORD ? undefined : valueAt(content, field))),
  hadPassword: valueAt(content, PASSWORD) !== undefined,
})
const PASSWORD = 'voice.password'

/** Light modules around the code, which readers need to find it. */
const BORDER = 4
/** Width of a module, in pixels. */
const SCALE = 8

const [DARK, LIGHT] = [Buffer.of(0, 0, 0, 255), Buffer.of(255, 255, 255, 255)]

/** The QR code of a text as a PNG. */
function qrCode(text: string, toPng: EditorNeeds['toPng']): Buffer {
  const modules = encode(text, { ecc: 'M', border: BORDER }).data
  const rows = modules.flatMap((row) => {
    const line = Buffer.concat(row.map((dark) => Buffer.alloc(SCALE * DARK.length, dark ? DARK : LIGHT)))
    return Array.from({ length: SCALE }, () => line)
  })
  return toPng(Buffer.concat(rows), modules.length * SCALE)
}

export const editorHandlers = ({
  dropped,
  draft,
  toPng,
}: EditorNeeds): DomainHandlers<typeof profileEditorContract> => ({
  profileFields: () => profileFields,
  keptDraft: () => draft.read() ?? { profile: {}, hadPassword: false },
  keepDraft: ({ profile }) => draft.keep(withoutPassword(profile)),
  openProfile({ file }) {
    const path = dropped(file)
    if (isNetworkPath(path)) throw invalidProfile(path, 'remote')
    const raw = readProfileJson(path)
    if (!isGroup(raw)) throw invalidProfile(path, 'no-profile')
    return { profile: profileOfFields(({ field }) => valueAt(raw, field)), unknown: unknownFields(raw) }
  },
  checkProfile({ profile }) {
    const faults = faultsOfProfile(profile)
    return profile['id'] === DEMO_ID ? [...faults, { field: 'id', fault: 'demo-id' }] : faults
  },
  tryProfile(content, { signal }) {
    const { profile } = fileOf(content.profile)
    return {
      question: { kind: 'try-addresses', addresses: triedAddresses(profile) },
      yes: () => tryAddresses(profile, signal),
    }
  },
  saveProfile(content) {
    const { profile, text } = fileOf(content.profile)
    return { dialog: 'save', startsAt: `${profile.id}.json`, taken: (path) => writeChosen(path, text) }
  },
  addLink({ address }) {
    const link = addCommunityLink(address)
    if (link === undefined) return undefined
    return { link, code: `data:image/png;base64,${qrCode(link, toPng).toString('base64')}` }
  },
  saveQrCode({ address }) {
    const link = addCommunityLink(address)
    if (link === undefined) throw new Failure('link-refused', { scheme: 'loadout' })
    return { dialog: 'save', startsAt: 'loadout.png', taken: (path) => writeChosen(path, qrCode(link, toPng)) }
  },
})
