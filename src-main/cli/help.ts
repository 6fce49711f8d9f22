const SHARED = `OPTIONS
  --list FILE        the hash list, from a file or a pipe
  --mod ID           the mod's hash list, from the community's service: --community FILE (its profile) or --base-url URL
  --game-dir DIR     the game folder: the one that the mod's folder lies in
  --mod-folder NAME  the mod's folder, where it is not the one that the list's paths begin with
  --full             read every byte (the standard)
  --quick            believe earlier checks where nothing has changed; hash the rest and a random sample
  --workers N        hash with so many threads (1 to 64) instead of one per core
  --no-cache         keep nothing for later checks
  --json             print one object with a code on standard output, however it ends
`

const EXIT = `EXIT
  0 ready   1 damaged   2 wrong use   3 the list is not trusted, or something failed   130 interrupted
`

const ENVIRONMENT = `ENVIRONMENT
  LOADOUT_COMMUNITY  the profile, in place of --community
  LOADOUT_CACHE_DIR  where earlier checks are remembered
`

/** Manual pages by command; the empty name is the overview. */
const pages: Record<string, string> = {
  '': `loadout: checks and repairs the files of a game community's mods

  loadout verify   compare a mod's files with its hash list
  loadout repair   make them equal to the list
  loadout hash     write the hash list of a folder
  loadout profile  make a community's profile, or check one
  loadout help COMMAND, loadout --version

EXAMPLES
  loadout verify --mod 7 --community community.json --game-dir ~/Games/Arma
  loadout repair --mod 7 --community community.json --game-dir ~/Games/Arma --dry-run

${EXIT}`,
  verify: `NAME
  loadout verify - compare a mod's files with its hash list

USAGE
  loadout verify (--list FILE | --mod ID) --game-dir DIR [OPTIONS]

Nothing is changed. Files that no list names are told as extra; they make no mod damaged. An interrupted full check goes on
with the next call.

${SHARED}
EXAMPLES
  loadout verify --mod 7 --community community.json --game-dir ~/Games/Arma --quick
  loadout verify --list list.json --game-dir . --json | jq .verdict

${EXIT}
${ENVIRONMENT}`,
  repair: `NAME
  loadout repair - make a mod's files equal to its hash list

USAGE
  loadout repair (--list FILE --source URL | --mod ID) --game-dir DIR [OPTIONS]

Checks, shows what it would do, asks, and does it. What lies in the game folder or in another install already is copied, the
rest is fetched. Nothing is deleted: what is replaced is kept in the game folder's .loadout, and the app can bring it back. An
interrupted repair goes on with the next call. While the game runs nothing is changed.

${SHARED}  --source URL       the address of the files
  --dry-run          only show what would be done
  --yes              do not ask
  --set-aside-extras move the files that the list does not name to the quarantine, too
  --allow-http       fetch over plain http from another computer; each file is checked against the list
  --game-closed      the game is closed: for where the system does not tell

EXAMPLES
  loadout repair --mod 7 --community community.json --game-dir ~/Games/Arma
  loadout repair --list list.json --source https://files.example/ --game-dir . --yes --json

${EXIT}
${ENVIRONMENT}`,
  hash: `NAME
  loadout hash - write the hash list of a mod's folder, in the shape that verify reads

USAGE
  loadout hash DIR [--out FILE] [--blocks] [--workers N]

A folder with a file that cannot be listed has no list. With --blocks the folder "blocks" beside FILE gets a block list of each
file of 1 MiB and more. Put it at the download address, beside the mod's folder: then players fetch only what changed in a file.
Names tell contents apart, so one folder serves all mods.

EXAMPLES
  loadout hash ~/Games/Arma/@Nordwind --out list.json --blocks

EXIT
  0 written   2 wrong use   3 a file cannot be listed, or something failed   130 interrupted
`,
  profile: `NAME
  loadout profile - make a community's profile, or check one before players get it

USAGE
  loadout profile new --id ID --name NAME --base-url URL [--info-url URL] [--out FILE] [--local]
  loadout profile check FILE [--json] [--local]

check tells each field with its value and what it is for, fields that no profile has, all that is wrong, and asks every address:
the service for its servers, the banner for a picture, the voice plugin for its digest, all others for an answer. Of a file with
faults nothing is asked. --local lets addresses be of this computer, as --community does.

EXAMPLES
  loadout profile new --id north --name North --base-url https://api.example.org --out north.json
  loadout profile check north.json

EXIT
  0 all is well   2 wrong use   3 something is wrong with the profile or an address   130 interrupted
`,
}

/** The manual page of a command, or the overview. */
export const helpOf = (name = ''): string => (Object.hasOwn(pages, name) ? pages[name] : pages['']) ?? ''
