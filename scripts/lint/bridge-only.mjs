/** Who may send to a page: only the bridge's one file. By type, so that no name hides it. */

/** Electron's ways to a page, by the class that has them. */
const ways = {
  WebContents: ['send', 'postMessage', 'sendToFrame'],
  WebFrameMain: ['send', 'postMessage'],
  MessagePortMain: ['postMessage'],
}
const names = new Set(Object.values(ways).flat())

/** True where a property of this name is one of the ways, under whichever type it is known. */
function isWay(checker, type, name) {
  const parts = checker.getNonNullableType(type)
  const all = parts.isUnion() ? parts.types : [parts]
  return all.some((one) =>
    (checker.getPropertyOfType(checker.getApparentType(one), name)?.declarations ?? []).some((declaration) =>
      ways[declaration.parent.name?.text]?.includes(name),
    ),
  )
}

const nameOf = (key, computed) => (computed || key.type === 'Literal' ? key.value : key.name)

export const bridgeOnlyByType = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      only: 'Only src-main/shell/ipc.ts sends to a page. Add a member to src-preload/contract instead.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()
    const look = (node, object, name) => {
      if (!names.has(name)) return
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(object))
      if (isWay(checker, type, name)) context.report({ node, messageId: 'only' })
    }
    return {
      MemberExpression: (node) => look(node, node.object, nameOf(node.property, node.computed)),
      'ObjectPattern > Property': (node) => look(node, node.parent, nameOf(node.key, node.computed)),
    }
  },
}
