/** Nodes of the tree for statements about packages, users, roles and privileges. */
import type { Span } from '../diagnostic.ts';
import type { Name, QueryDefinition } from './ast.ts';
import type { RunArguments } from './ast-statements.ts';

interface Node {
  readonly span: Span;
}

/** Statements about packages and their contents; names as written: `gds.vector.*`, `lib.algorithms`, ALL. */
export interface PackageStatement extends Node {
  readonly kind: 'package';
  /** `import`, `install`: of packages that are always there. */
  readonly action: 'import' | 'install' | 'create' | 'drop' | 'dropTemplates';
  readonly names: readonly string[];
}

/** `CREATE TEMPLATE QUERY lib.algorithm (…) {…}`: a query that any graph can call. */
export interface CreateTemplate extends Node {
  readonly kind: 'createTemplate';
  readonly orReplace: boolean;
  /** Name with its package. */
  readonly name: Name;
  readonly query: QueryDefinition;
  readonly text: string;
}

/** `CALL GDBMS_ALGO.community.wcc(…)` */
export interface CallTemplate extends Node {
  readonly kind: 'callTemplate';
  readonly name: Name;
  readonly args: RunArguments;
}

/** Graphs that a role or a privilege is for; none of them: the global scope. */
export type GrantScope = readonly string[];

/** The object of a privilege; words in upper case: `GRAPH`, `QUERY`, `QUERIES`. */
export type GrantObject =
  | { readonly what: string; readonly all: true }
  | {
      readonly what: string;
      readonly all: false;
      readonly names: readonly string[];
      readonly attributes?: readonly string[];
    };

/** Statements about users, roles, groups, secrets and passwords: whoever runs the shell carries them out. */
export type AccountStatement = Node & { readonly kind: 'account' } & (
    | { readonly action: 'createSecret'; readonly alias?: string }
    | {
        readonly action: 'dropSecrets' | 'dropUsers' | 'dropRoles' | 'dropGroups';
        readonly names: readonly string[];
      }
    | { readonly action: 'showSecrets' | 'showUsers' | 'showRoles' | 'showGroups' }
    | { readonly action: 'createGroup'; readonly group: string; readonly rule: string }
    | { readonly action: 'createUser'; readonly user: string; readonly password: string }
    | { readonly action: 'alterPassword'; readonly user?: string; readonly password: string }
    /** `graph` absent: that of the session; null: the global scope. */
    | { readonly action: 'createRoles'; readonly names: readonly string[]; readonly graph?: string | null }
    | {
        readonly action: 'grantRoles';
        /** Or takes them. */
        readonly grants: boolean;
        readonly roles: readonly string[];
        readonly graph?: string | null;
        readonly to: readonly string[];
      }
    | {
        readonly action: 'grantPrivileges';
        readonly grants: boolean;
        /** `READ_DATA`, or the verb of an object's: `READ`. */
        readonly privileges: readonly string[];
        readonly objects: readonly GrantObject[];
        readonly graphs?: GrantScope;
        /** Roles and users. */
        readonly to: readonly string[];
      }
    | { readonly action: 'showPrivileges'; readonly of: 'role' | 'user'; readonly names: readonly string[] }
    /** `of`: the holders of the role; `to`: its roles and privileges. */
    | { readonly action: 'showGrants'; readonly direction: 'of' | 'to'; readonly names: readonly string[] }
    /** A statement that is recognised but not supported; `words` are its first: `CREATE TOKEN`. */
    | { readonly action: 'other'; readonly words: string }
  );
