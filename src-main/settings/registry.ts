import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { jsonFile, keepAside, type Log, urlOf, writeFileAtomic } from '../lib/index.ts'
import {
  CommunityProfile,
  DEMO_ID,
  hostsOf,
  invalidProfile,
  MOST_NAME,
  parseProfile,
  readKeptProfile,
} from './profile.ts'

const Present = v.object({ present: v.string() })

/**
 * Opens the communities that were added. Each has its folder `<folder>/<id>` (absolute) with its `profile.json`. The folder is read each
 * time, because players may put files there.
 */
export function openRegistry(folder: string, log: Log['error']) {
  const fileOf = (id: string) => join(folder, id, 'profile.json')
  const removedOf = (id: string) => `${fileOf(id)}.removed`
  const chosenFile = jsonFile(join(folder, 'present.json'), Present, log)
  const mustRead = (id: string, path = fileOf(id)): CommunityProfile => {
    const profile = readKeptProfile(path)
    if (profile.id !== id || id === DEMO_ID) throw invalidProfile(path, 'id', { field: 'id' })
    return profile
  }
  const read = (id: string, path = fileOf(id)): CommunityProfile | undefined => {
    try {
      return mustRead(id, path)
    } catch {
      return undefined // damaged: not shown, but kept on disk
    }
  }
  const chosen = (): string => chosenFile.readNow()?.present ?? DEMO_ID
  const mayRemove = (id: string): boolean => chosen() !== id && read(id) !== undefined
  const ids = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const ever = (id: string) => read(id) ?? read(id, removedOf(id))
  return {
    list: (): CommunityProfile[] =>
      ids()
        .map((id) => read(id))
        .filter((profile) => profile !== undefined)
        .sort((a, b) => a.name.localeCompare(b.name)),
    /** The chosen community; undefined for the demo. @throws Failure `profile-invalid` if it is gone or damaged */
    present: () => (chosen() === DEMO_ID ? undefined : mustRead(chosen())),
    has: (id: string): boolean => read(id) !== undefined,
    /** The community of this id, also a removed one: a new community with its id gets its data. */
    ever,
    /** Refuses a profile file with the id of another community, whose secrets and data it would get. @throws Failure `profile-invalid` */
    refuseOther(profile: CommunityProfile, path: string): void {
      if (hostsOf(ever(profile.id) ?? profile) !== hostsOf(profile)) throw invalidProfile(path, 'other-community')
    },
    /** The community with the same addresses, also a removed one. Its record of transfers is that of this bank. */
    sameAs(profile: CommunityProfile): CommunityProfile | undefined {
      const isSame = (one?: CommunityProfile) => one !== undefined && hostsOf(one) === hostsOf(profile)
      const all = [profile.id, ...ids()]
      return all.map((id) => read(id)).find(isSame) ?? all.map(ever).find(isSame)
    },
    add: async (profile: CommunityProfile): Promise<void> => {
      if (profile.id === DEMO_ID) throw invalidProfile('', 'demo-id', { field: 'id' })
      const path = fileOf(profile.id)
      if (existsSync(path) && !read(profile.id)) keepAside(path)
      await writeFileAtomic(path, JSON.stringify(v.parse(CommunityProfile, profile), undefined, 2))
    },
    /** @throws Failure `profile-invalid` if there is none of that id */
    choose: async (id: string): Promise<void> => {
      if (id !== DEMO_ID && !read(id)) throw invalidProfile(fileOf(id), 'not-there')
      await chosenFile.write({ present: id })
    },
    mayRemove,
    /** Takes a profile off the list; the community's data stays. @throws Failure `community-not-removable` */
    remove(id: string): void {
      if (!mayRemove(id)) throw new Failure('community-not-removable', { id })
      renameSync(fileOf(id), removedOf(id))
    },
    /** Puts a removed profile back on the list, unless another one has its id now. */
    restore(id: string): void {
      if (!existsSync(fileOf(id)) && existsSync(removedOf(id))) renameSync(removedOf(id), fileOf(id))
    },
  }
}

export type Registry = ReturnType<typeof openRegistry>

/** The version of the interface at the end of its address, which a profile leaves out. */
const VERSION = /\/v1\/*$/

/** An address as people type it: without a scheme it means https. */
const withScheme = (typed: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)

/** Labels of a host that name a service and not its owner, and second-level domains. */
const SERVICE_LABEL = /^(?:www|api|info|loadout|launcher|co|com|net|org)$/

/** A community's name from its host: `api.north-sea.example` → `North Sea`. */
function nameOf(host: string): string {
  const labels = host.split('.').slice(0, -1)
  const label = labels.findLast((each) => !SERVICE_LABEL.test(each)) ?? host
  if (/^[\d:[\]]/.test(host)) return host
  return label.replace(/-+/g, ' ').replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** A profile from typed addresses. Its id comes from the host, and so does its name unless one is given. @throws Failure `profile-invalid` */
export function profileByHand(given: { name?: string; baseUrl: string; infoUrl?: string }): CommunityProfile {
  const baseUrl = withScheme(given.baseUrl).replace(VERSION, '')
  const infoUrl = given.infoUrl ? withScheme(given.infoUrl) : undefined
  const host = urlOf(baseUrl)?.host ?? ''
  const id = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return parseProfile(
    { id: id || 'community', name: given.name || nameOf(host).slice(0, MOST_NAME) || '–', baseUrl, infoUrl },
    given.baseUrl,
  )
}
