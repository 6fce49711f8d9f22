/** Who may import whom: the modules of docs/architecture.md as lint rules. Each message names the right module. */

const domains = [
  'bank',
  'bridge',
  'cli',
  'communities',
  'community',
  'demo',
  'desktop',
  'diagnostics',
  'http',
  'lib',
  'links',
  'mods',
  'notifications',
  'play',
  'player',
  'settings',
  'updates',
  'vault',
]
/** Repair has a face of its own: a check loads nothing of it. */
const indexes = [...domains.map((domain) => `./${domain}/index.ts`), './mods/repair/index.ts']

export const mainModules = [
  ...domains.map((domain) => ({
    target: `./src-main/${domain}`,
    from: './src-main',
    except: [...new Set([`./${domain}`, './lib', './settings', ...indexes])],
    message:
      "A module sees itself, lib, settings and the other modules' index.ts. What it needs beyond that is passed in by src-main/shell/wiring.",
  })),
  {
    target: './src-main',
    from: './src-preload',
    except: ['./contract'],
    message: 'Main speaks to the page through src-preload/contract only.',
  },
  { target: './src-main', from: './src-renderer', message: 'Main never imports the page.' },
]

const pageDomains = [
  'mods',
  'play',
  'servers',
  'voice',
  'news',
  'player',
  'bank',
  'market',
  'shops',
  'world',
  'settings',
]

export const pageModules = [
  {
    target: './src-renderer',
    from: './src-main',
    message: 'The page reaches main through the bridge: src-preload/contract.',
  },
  {
    target: './src-renderer',
    from: './src-preload',
    except: ['./contract'],
    message: 'The page may import the contract only.',
  },
  {
    target: './src-renderer/shared',
    from: './src-renderer',
    except: ['./shared'],
    message: 'shared knows no domain: pass it in, or move the code to the domain.',
  },
  ...pageDomains.map((domain) => ({
    target: `./src-renderer/${domain}`,
    from: './src-renderer',
    except: [`./${domain}`, './shared'],
    message: 'A domain sees itself and shared. Views put domains together.',
  })),
  { target: './src-preload', from: './src-main', message: 'The preload is a transport: contract only.' },
  { target: './src-preload', from: './src-renderer', message: 'The preload is a transport: contract only.' },
]

const electronMessage =
  'Only src-main/shell and the composition root may import electron. Pass what you need into the module.'

export const electronOnlyInShell = {
  'no-restricted-imports': ['error', { paths: [{ name: 'electron', message: electronMessage }] }],
}

const shim = 'Only src-main/shell/ipc.ts speaks IPC. Add a member to src-preload/contract instead.'

export const bridgeOnly = {
  'no-restricted-imports': [
    'error',
    { paths: [{ name: 'electron', importNames: ['ipcMain', 'ipcRenderer'], message: shim }] },
  ],
  'bridge/only': 'error',
}
