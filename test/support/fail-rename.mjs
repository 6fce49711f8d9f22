// Loaded before a program: what gives a part file its name fails as a bug would.
import { promises } from 'node:fs'

const { rename } = promises
promises.rename = (from, to) =>
  String(from).endsWith('.loadout-part') ? Promise.reject(new TypeError('a bug')) : rename(from, to)
