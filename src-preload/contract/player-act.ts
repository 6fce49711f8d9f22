/**
 * What the player is asked in a window of main's own, with all that the answer decides. Texts are as they came; whoever shows
 * them escapes them. Amounts are whole units.
 */
export type Question =
  | {
      kind: 'transfer'
      from: string
      to: string
      /** Name of the receiver; empty where the player knows nobody of this number. */
      payee: string
      amount: number
      currency: string
      info: string
      /** What will be left on the sending account, where that is known. */
      left?: number
      /** When the same transfer was last made within the hour, or ever if the bank has not told what became of it; epoch ms. */
      repeats?: number
    }
  /** A folder that was dropped on the window. Absolute. */
  | { kind: 'game-folder'; folder: string }
  | {
      kind: 'add-community'
      name: string
      id: string
      baseUrl: string
      infoUrl?: string
      /** Hosts besides these two that the profile leads to. */
      otherHosts: readonly string[]
      /** Name of the community of this id that it replaces. */
      replaces?: string
      /** That one has other hosts: what is kept to sign in there is deleted. */
      moves: boolean
    }
  /** The address of a community's profile, which is downloaded. */
  | { kind: 'read-profile'; address: string }
  /** Addresses of a profile that is edited, each asked once. */
  | { kind: 'try-addresses'; addresses: readonly string[] }
  /** Files of the quarantine are deleted for good: now, or from now on beyond these limits (0: none). */
  | { kind: 'empty-quarantine'; mods: readonly string[]; files: number; bytes: number; folder: string }
  /** All of a mod's files are moved to the quarantine. */
  | { kind: 'remove-mod'; mod: string; files: number; bytes: number; folder: string }
  | { kind: 'keep-quarantine'; days: number; gib: number }
  /** Missions that the game downloaded are moved to the trash. `folder`: one a line. */
  | { kind: 'clear-missions'; files: number; bytes: number; folder: string }
  /** The free part of the game's command line. */
  | { kind: 'launch-switches'; switches: string }
  /** Mod folders that the game is to load. */
  | { kind: 'launch-mods'; mods: readonly string[] }
  /** A choice of mod folders that is kept under a name; without `mods` it is forgotten. */
  | { kind: 'mod-preset'; name: string; mods?: readonly string[] }
  /** Without `server`: the game alone. */
  | { kind: 'start-game'; game: string; server?: number }
  | { kind: 'external-link'; url: string }
  /** A program of the community's, for the voice client's installer. */
  | { kind: 'install-plugin'; name: string; address: string; sha256: string }
  | { kind: 'open-folder'; folder: string }
  /** A profile named on the command line brings a way of its own to find and start the game. */
  | {
      kind: 'own-recipe'
      /** The community's name, as its profile says. */
      community: string
      game: string
      appId: number
      /** True where another recipe of this community was agreed to before. */
      changed: boolean
      /** Every program, argument, registry value and log folder: what it is for, and each of them. */
      parts: { part: RecipePart; values: string[] }[]
    }

export type RecipePart =
  | 'programs'
  | 'processes'
  | 'versioned'
  | 'via-steam'
  | 'by-link'
  | 'registry'
  | 'arguments'
  | 'not-in-file'
  | 'logs'
  | 'signatures'

/**
 * What a `player` member's handler answers with: the act of the player that it needs, and what it does after. Main asks for the act;
 * no page can make it. `yes` and `taken` do the work, whose answer is the member's.
 */
export type Proposal<O> =
  /** A yes in a window of main's own, which `over` closes. `no` hears of every other end. */
  | { question: Question; over?: AbortSignal; yes: () => O | Promise<O>; no?: () => void }
  /** A press of mouse, key or finger on the page, good for one act; without one, as from assistive technology, the question. */
  | { pressOr: Question; yes: () => O | Promise<O> }
  /** A folder or a file to write, chosen in the system's own dialog; absolute. */
  | { dialog: 'folder' | 'save'; startsAt?: string; taken: (path: string) => O | Promise<O> }
