import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Ask, jsonFile, type Log, type Question } from '../lib/index.ts'
import type { GivenProfile } from './profile.ts'
import type { GameRecipe } from './recipes.ts'

/** The digests of the recipes that the player agreed to, by the profile's id. */
const Agreed = v.record(v.string(), v.string())

const byPlatform = (names: Partial<Record<string, string[]>>): string[] =>
  Object.entries(names).flatMap(([platform, list = []]) => list.map((name) => `${platform}: ${name}`))

type OwnRecipe = Extract<Question, { kind: 'own-recipe' }>

/** The whole recipe, as the question shows it. */
function partsOf(recipe: GameRecipe): OwnRecipe['parts'] {
  const { executables, processes, versioned, viaSteam, byLink, registry, crashLogs, signatures } = recipe
  return [
    { part: 'programs', values: byPlatform(executables) },
    { part: 'arguments', values: recipe.arguments },
    { part: 'switches', values: Object.values(recipe.switches) },
    { part: 'via-steam', values: viaSteam },
    { part: 'by-link', values: byLink ? ['steam://connect/'] : [] },
    { part: 'registry', values: registry.map(({ key, value }) => `${key} / ${value}`) },
    { part: 'processes', values: byPlatform(processes) },
    { part: 'versioned', values: versioned },
    { part: 'not-in-file', values: recipe.notInParameterFile },
    { part: 'logs', values: [`${crashLogs.folder}, *${crashLogs.ending}`] },
    { part: 'signatures', values: signatures ? [signatures.folder, signatures.packed, signatures.signature] : [] },
  ]
}

export interface AgreementParts {
  path: string
  ask: Ask
  log: Log['error']
}

/**
 * True if a profile's recipe may be used: always one of the app's, another one only after the player has seen all of it and said yes.
 * After any change the player is asked again.
 */
export async function mayUseRecipe({ profile, recipe, isOwn }: GivenProfile, { path, ask, log }: AgreementParts) {
  if (!isOwn) return true
  const file = jsonFile(path, Agreed, log)
  const agreed = (await file.read()) ?? {}
  const parts = partsOf(recipe)
  const { appId, name: game } = recipe
  const digest = createHash('sha256')
    .update(JSON.stringify([appId, game, parts]))
    .digest('hex')
  const before = agreed[profile.id]
  if (before === digest) return true
  const question: OwnRecipe = {
    kind: 'own-recipe',
    community: profile.name,
    game,
    appId,
    parts,
    changed: before !== undefined,
  }
  if ((await ask(question)) !== true) return false
  await file.keep({ ...agreed, [profile.id]: digest }) // if this fails, the player is asked again
  return true
}
