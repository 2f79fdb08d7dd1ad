/**
 * The repository's own lint rules: one way to write what JavaScript lets one write in several (docs/CONTRIBUTING.md,
 * "One dialect").
 */

const privateMembers = {
  meta: { type: 'suggestion', messages: { sign: 'Write a private member with #.' } },
  create: (context) => ({
    // A constructor has no name to put the sign before.
    ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]': (node) =>
      context.report({ node: node.key, messageId: 'sign' }),
  }),
};

/** `@throws Class when …`; alone or before a full stop it says the class. */
const THROWS = /@throws(?! [A-Z]\w*\b)/;
/** Calls and classes that make an error of a catalogue. */
const MAKERS = new Set([
  'problem',
  'badField',
  'notFound',
  'engineError',
  'WireSchemaError',
  'storeError',
  'startError',
  'commandLineError',
]);

const throwsTags = {
  meta: {
    type: 'suggestion',
    messages: {
      form: 'Name the class of the error first: @throws Problem when ….',
      missing: '{{ name }} throws an error for its caller: say so with @throws.',
    },
  },
  create: (context) => {
    const { sourceCode } = context;
    const isFunction = ({ type }) => /Function/.test(type);
    /** The exported function of the module whose own body holds the node. */
    const exportedAround = (node) => {
      const around = sourceCode.getAncestors(node);
      const inner = around.findLast(isFunction);
      const statement = around[1];
      if (inner === undefined || statement?.type !== 'ExportNamedDeclaration') return undefined;
      const { declaration } = statement;
      const own = declaration.type === 'VariableDeclaration' ? declaration.declarations[0].init : declaration;
      const name =
        declaration.type === 'VariableDeclaration' ? declaration.declarations[0].id : declaration.id;
      return own === inner ? { statement, name: name.name } : undefined;
    };
    const reported = new Set();
    return {
      Program: () => {
        for (const comment of sourceCode.getAllComments())
          if (comment.type === 'Block' && THROWS.test(comment.value))
            context.report({ loc: comment.loc, messageId: 'form' });
      },
      'ThrowStatement > :matches(CallExpression, NewExpression)': (node) => {
        const found = MAKERS.has(node.callee.name) ? exportedAround(node) : undefined;
        if (found === undefined || reported.has(found.name)) return;
        if (sourceCode.getCommentsBefore(found.statement).some(({ value }) => value.includes('@throws')))
          return;
        reported.add(found.name);
        context.report({ node: found.statement, messageId: 'missing', data: { name: found.name } });
      },
    };
  },
};

/** A constant at the top of a module holds a function only where it gives one expression, or where its type says so. */
const declaredFunctions = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    messages: { declare: 'Declare {{ name }} as a function: its body is a block.' },
  },
  create: (context) => {
    const { sourceCode } = context;
    return {
      ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[init.type="ArrowFunctionExpression"][init.body.type="BlockStatement"]':
        (node) => {
          const { id, init, parent } = node;
          if (id.typeAnnotation !== null || parent.declarations.length > 1) return;
          const arrow = sourceCode.getTokenBefore(init.body);
          const [first] = sourceCode.getTokens(init).filter(({ value }) => value !== 'async');
          const head = sourceCode.text.slice(first.range[0], arrow.range[0]).trimEnd();
          const body = sourceCode.getText(init.body);
          const text = `${init.async ? 'async ' : ''}function ${id.name}${head} ${body}`;
          const fix = (fixer) => fixer.replaceText(parent, text);
          context.report({ node: id, messageId: 'declare', data: { name: id.name }, fix });
        },
    };
  },
};

/** A docstring begins with the thing or the verb (docs/prose.md, rule 1). */
const WHAT = /^\*\s*(?:\*\s*)?What\b/;

const docstrings = {
  meta: {
    type: 'suggestion',
    messages: { what: 'Begin with what the thing is or does, as docs/prose.md says: not with "What".' },
  },
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments())
        if (comment.type === 'Block' && WHAT.test(comment.value))
          context.report({ loc: comment.loc, messageId: 'what' });
    },
  }),
};

/** As ESLint's rule of this name; the native linter has none. */
const restrictedSyntax = {
  meta: {
    type: 'suggestion',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { selector: { type: 'string' }, message: { type: 'string' } },
        required: ['selector', 'message'],
        additionalProperties: false,
      },
    },
  },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default {
  meta: { name: 'dialect' },
  rules: {
    'declared-functions': declaredFunctions,
    docstrings,
    'no-restricted-syntax': restrictedSyntax,
    'private-members': privateMembers,
    'throws-tags': throwsTags,
  },
};
