import prettier from 'eslint-config-prettier'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import regexp from 'eslint-plugin-regexp'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { bridgeOnlyByType } from './scripts/lint/bridge-only.mjs'
import { bridgeOnly, electronOnlyInShell, mainModules, pageModules } from './scripts/lint/modules.js'

const code = ['**/*.ts', '**/*.svelte']

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/', 'test/fixtures/'] },
  ...ts.configs.recommendedTypeChecked.map((config) => ({ ...config, files: code })),
  ...svelte.configs.recommended,
  {
    files: code,
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: {
        projectService: true,
        extraFileExtensions: ['.svelte'],
        parser: ts.parser,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.svelte', '.js', '.json'] })],
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/unbound-method': 'off', // method shorthand in interfaces of closures trips it; classes give handlers as arrow fields
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'DOMException' }] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-console': ['error', { allow: ['error'] }],
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Take urlOf of lib: canParse goes wrong once it is optimised.',
        },
      ],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': [
        'error',
        { zones: [...mainModules, ...pageModules], basePath: import.meta.dirname },
      ],
    },
  },
  { files: ['src-main/**/*.ts'], rules: electronOnlyInShell },
  {
    files: ['src-main/shell/**/*.ts', 'src-main/index.ts'],
    ignores: ['src-main/shell/ipc.ts'],
    plugins: { bridge: { rules: { only: bridgeOnlyByType } } },
    rules: bridgeOnly,
  },
  { files: ['src-main/shell/ipc.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.svelte'],
    rules: {
      // The linter sees no types of component props and takes them for any; svelte-check sees them and is the judge here.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/no-at-debug-tags': 'error',
      'svelte/no-inspect': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-unused-props': 'error',
      'svelte/no-navigation-without-resolve': 'off',
      'prefer-const': 'off',
    },
  },
  {
    files: ['**/*.svelte'], // a class in a `.svelte.ts` is a file like any other
    rules: { 'svelte/max-lines-per-block': ['error', { script: 60, template: 200, style: 150 }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // Text from outside meets our patterns: each takes a time that grows with the text, not with its square.
    files: ['src-*/**/*.{ts,svelte}', 'scripts/**/*.{js,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  { files: ['scripts/**/*.{js,mjs}', '*.js'], languageOptions: { globals: { ...globals.node } } },
  prettier,
  ...svelte.configs.prettier,
)
