const SHARED = `OPTIONS
  --list FILE        the hash list, from a file or a pipe
  --mod ID           a mod of the community; needs --community FILE (its profile) or --base-url URL (its service)
  --game-dir DIR     the game folder, which contains the mod's folder
  --mod-folder NAME  the mod's folder, if it differs from the one in the list's paths
  --full             read every byte (default)
  --quick            trust earlier checks of unchanged files; hash the rest and a random sample
  --workers N        number of hashing threads, 1 to 64 (default: one per core)
  --no-cache         save nothing for later checks
  --json             print the result as one JSON object with a code
`

const EXIT = `EXIT
  0 ready   1 damaged   2 usage error   3 list not trusted, or failure   130 interrupted
`

const ENVIRONMENT = `ENVIRONMENT
  LOADOUT_COMMUNITY  the profile to use without --community
  LOADOUT_CACHE_DIR  where results of earlier checks are saved
`

/** Manual pages by command; the empty name is the overview. */
const pages: Record<string, string> = {
  '': `loadout: checks and repairs the files of a game community's mods

  loadout verify   compare a mod's files with its hash list
  loadout repair   make the files match the list
  loadout hash     write the hash list of a folder
  loadout profile  create or check a community profile
  loadout help COMMAND, loadout --version

EXAMPLES
  loadout verify --mod 7 --community community.json --game-dir ~/Games/Arma
  loadout repair --mod 7 --community community.json --game-dir ~/Games/Arma --dry-run

${EXIT}`,
  verify: `NAME
  loadout verify - compare a mod's files with its hash list

USAGE
  loadout verify (--list FILE | --mod ID) --game-dir DIR [OPTIONS]

Nothing is changed. Files that are not in the list are reported as extra; they do not count as damage. An interrupted full
check continues with the next call.

${SHARED}
EXAMPLES
  loadout verify --mod 7 --community community.json --game-dir ~/Games/Arma --quick
  loadout verify --list list.json --game-dir . --json | jq .result

${EXIT}
${ENVIRONMENT}`,
  repair: `NAME
  loadout repair - make a mod's files match its hash list

USAGE
  loadout repair (--list FILE --source URL | --mod ID) --game-dir DIR [OPTIONS]

Checks the mod, shows the plan, asks, and repairs. Files found in the game folder or in another install are copied; the rest is
downloaded. Nothing is deleted: replaced files go to .loadout in the game folder, and the app can restore them. An interrupted
repair continues with the next call. Nothing is changed while the game is running.

${SHARED}  --source URL       the address of the files
  --dry-run          only show the plan
  --yes              do not ask
  --set-aside-extras also move files that are not in the list to the quarantine
  --allow-http       allow unencrypted downloads; each file is still checked against the list
  --game-closed      confirm that the game is closed, where the system cannot tell

EXAMPLES
  loadout repair --mod 7 --community community.json --game-dir ~/Games/Arma
  loadout repair --list list.json --source https://files.example/ --game-dir . --yes --json

${EXIT}
${ENVIRONMENT}`,
  hash: `NAME
  loadout hash - write the hash list of a mod's folder, for verify and repair

USAGE
  loadout hash DIR [--out FILE] [--blocks] [--workers N]

Fails if a file cannot be listed. With --blocks, the folder "blocks" next to FILE gets a block list of each file of 1 MiB or
more. Upload it to the download address, next to the mod's folder: players then download only the changed parts of a file. One
folder works for all mods.

EXAMPLES
  loadout hash ~/Games/Arma/@Nordwind --out list.json --blocks

EXIT
  0 written   2 usage error   3 a file cannot be listed, or failure   130 interrupted
`,
  profile: `NAME
  loadout profile - create a community profile, or check one before you publish it

USAGE
  loadout profile new --id ID --name NAME --base-url URL [--info-url URL] [--out FILE] [--local]
  loadout profile check FILE [--json] [--local]

check lists each field with its value and meaning, unknown fields and all errors. If there are none, it also tests every address:
the service for its servers, the banner for a picture, the voice plugin for its checksum, all others for a response. --local
allows addresses on this computer, as --community does.

EXAMPLES
  loadout profile new --id north --name North --base-url https://api.example.org --out north.json
  loadout profile check north.json

EXIT
  0 valid   2 usage error   3 the profile has errors, or an address does not work   130 interrupted
`,
}

/** The manual page of a command, or the overview. */
export const helpOf = (name: string): string => (Object.hasOwn(pages, name) ? pages[name] : pages['']) ?? ''
