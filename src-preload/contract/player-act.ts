/** What an account is to the player, as messages select by it. */
export type AccountKind = 'main' | 'own' | 'shared' | 'company'

/** An account of the player's. `label`: a company's name, else empty. */
export interface OwnAccount {
  kind: AccountKind
  label: string
}

/**
 * A question to the player in main's own window, with everything that the answer decides. Texts are not escaped; the window escapes
 * them. Amounts are whole units.
 */
export type Question =
  | {
      kind: 'transfer'
      from: string
      sender: OwnAccount
      to: string
      /** Name of the receiver; empty if the player does not know the account number. */
      payee: string
      /** The receiving account, if it is the player's too. */
      receiver?: OwnAccount
      amount: number
      currency: string
      info: string
      /** The sending account's balance after the transfer, if known. */
      left?: number
      /** Time of the same transfer within the last hour, or at any time if its outcome is unknown; epoch ms. */
      repeats?: number
    }
  /** A folder that the player dropped on the window. Absolute. */
  | { kind: 'game-folder'; folder: string }
  | {
      kind: 'add-community'
      name: string
      id: string
      baseUrl: string
      infoUrl?: string
      /** Other hosts in the profile. */
      otherHosts: readonly string[]
      /** Name of the community with this id that it replaces. */
      replaces?: string
      /** True if the replaced community has other hosts. Then its stored sign-ins are deleted. */
      moves: boolean
    }
  /** Downloads a community's profile from an address. */
  | { kind: 'read-profile'; address: string }
  /** Sends one request to each address of an edited profile. */
  | { kind: 'try-addresses'; addresses: readonly string[] }
  /** Deletes files of the quarantine permanently. */
  | { kind: 'empty-quarantine'; mods: readonly string[]; files: number; bytes: number; folder: string }
  /**
   * Moves all of a mod's files to the quarantine; the other yes deletes them permanently. `others`: how many of them the last check did not
   * find as they are in the community's list.
   */
  | { kind: 'remove-mod'; mod: string; files: number; bytes: number; others: number; folder: string }
  /** Deletes files of the quarantine beyond these limits from now on. 0: no limit. */
  | { kind: 'keep-quarantine'; days: number; gib: number }
  /** Moves missions that the game downloaded to the trash. `folder`: one folder per line. */
  | { kind: 'clear-missions'; files: number; bytes: number; folder: string }
  /** The free part of the game's command line. */
  | { kind: 'launch-switches'; switches: string }
  /** Mod folders for the game to load. */
  | { kind: 'launch-mods'; mods: readonly string[] }
  /** Saves a choice of mod folders under a name. Without `mods`, deletes it. */
  | { kind: 'mod-preset'; name: string; mods?: readonly string[] }
  /** Without `server`, starts the game alone. */
  | { kind: 'start-game'; game: string; server?: number }
  | { kind: 'external-link'; url: string }
  /** Opens a program of the community with the voice client's installer. */
  | { kind: 'install-plugin'; name: string; address: string; sha256: string }
  | { kind: 'open-folder'; folder: string }
  /** A profile on the command line has its own way to find and start the game. */
  | {
      kind: 'own-recipe'
      /** The community's name in the profile. */
      community: string
      game: string
      appId: number
      /** True if the player agreed to another recipe of this community before. */
      changed: boolean
      /** Every program, argument, registry value and log folder, by its purpose. */
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
  | 'switches'
  | 'not-in-file'
  | 'logs'
  | 'signatures'

/**
 * The answer of a `player` member's handler: the act of the player that it needs, and the work after it. Main asks for the act, which no
 * page can fake. `yes` and `taken` do the work and return the member's answer.
 */
export type Proposal<O> =
  /** A yes in main's own window, which `over` closes. `other`: a second kind of yes. `no` is called at every other end. */
  | { question: Question; over?: AbortSignal; yes: () => O | Promise<O>; other?: () => O | Promise<O>; no?: () => void }
  /** Input by mouse, key or touch on the page, valid for one act. Without it, as with assistive technology, main asks the question. */
  | { pressOr: Question; yes: () => O | Promise<O> }
  /** A folder, or a file to write, that the player chooses in the system's dialog. Absolute. */
  | { dialog: 'folder' | 'save'; startsAt?: string; taken: (path: string) => O | Promise<O> }
