// The nodes and fields of PostgreSQL's parse tree that a statement of `run_readonly_sql` may contain.
// Everything else is refused, so an unknown construct is refused too.

/** `node`: a wrapped node or a list of them. `plain`: a scalar. Any other text: one unwrapped node of that type. */
type Field = 'node' | 'plain' | string
export type Shape = Record<string, Field>

const expression = 'node'

export const shapes: Record<string, Shape> = {
  // withClause comes first, because all later fields can use its names.
  SelectStmt: {
    withClause: 'WithClause',
    targetList: 'node',
    fromClause: 'node',
    whereClause: expression,
    groupClause: 'node',
    groupDistinct: 'plain',
    havingClause: expression,
    windowClause: 'node',
    distinctClause: 'node',
    valuesLists: 'node',
    sortClause: 'node',
    limitCount: expression,
    limitOffset: expression,
    limitOption: 'plain',
    op: 'plain',
    all: 'plain',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
  },
  WithClause: { ctes: 'node' },
  CommonTableExpr: { ctename: 'plain', aliascolnames: 'node', ctematerialized: 'plain', ctequery: 'node' },
  ResTarget: { name: 'plain', val: expression },
  RangeVar: { relname: 'plain', inh: 'plain', relpersistence: 'plain', alias: 'Alias' },
  RangeSubselect: { lateral: 'plain', subquery: 'node', alias: 'Alias' },
  RangeFunction: { lateral: 'plain', ordinality: 'plain', functions: 'node', alias: 'Alias' },
  JoinExpr: {
    jointype: 'plain',
    isNatural: 'plain',
    larg: 'node',
    rarg: 'node',
    usingClause: 'node',
    quals: expression,
    alias: 'Alias',
  },
  Alias: { aliasname: 'plain', colnames: 'node' },
  SortBy: { node: expression, sortby_dir: 'plain', sortby_nulls: 'plain' },
  GroupingSet: { kind: 'plain', content: 'node' },
  WindowDef: {
    name: 'plain',
    refname: 'plain',
    partitionClause: 'node',
    orderClause: 'node',
    frameOptions: 'plain',
    startOffset: expression,
    endOffset: expression,
  },
  ColumnRef: { fields: 'node' },
  A_Star: {},
  String: { sval: 'plain' },
  Integer: { ival: 'plain' },
  A_Const: { ival: 'plain', fval: 'plain', boolval: 'plain', sval: 'plain', isnull: 'plain' },
  A_ArrayExpr: { elements: 'node', list_start: 'plain', list_end: 'plain' },
  A_Expr: {
    kind: 'plain',
    name: 'node',
    lexpr: expression,
    rexpr: expression,
    rexpr_list_start: 'plain',
    rexpr_list_end: 'plain',
  },
  BoolExpr: { boolop: 'plain', args: 'node' },
  NullTest: { arg: expression, nulltesttype: 'plain', argisrow: 'plain' },
  BooleanTest: { arg: expression, booltesttype: 'plain' },
  CaseExpr: { arg: expression, args: 'node', defresult: expression },
  CaseWhen: { expr: expression, result: expression },
  CoalesceExpr: { args: 'node' },
  MinMaxExpr: { op: 'plain', args: 'node' },
  SubLink: { subLinkType: 'plain', testexpr: expression, operName: 'node', subselect: 'node' },
  TypeCast: { arg: expression, typeName: 'TypeName' },
  TypeName: { names: 'node', typemod: 'plain', typmods: 'node', arrayBounds: 'node' },
  SQLValueFunction: { op: 'plain', typmod: 'plain' },
  FuncCall: {
    funcname: 'node',
    args: 'node',
    agg_order: 'node',
    agg_filter: expression,
    agg_within_group: 'plain',
    agg_star: 'plain',
    agg_distinct: 'plain',
    over: 'WindowDef',
    funcformat: 'plain',
  },
  List: { items: 'node' },
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const functions = words(`
  count sum avg min max stddev stddev_pop stddev_samp variance var_pop var_samp bool_and bool_or every
  percentile_cont percentile_disc mode corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs round floor ceil ceiling trunc sign mod sqrt ln log
  lower upper length char_length character_length substr substring left right btrim ltrim rtrim position strpos split_part
  initcap starts_with reverse concat concat_ws
  date_trunc date_part extract to_char age now make_date date_bin timezone
  jsonb_array_length jsonb_array_elements jsonb_extract_path_text jsonb_typeof`)

/** Functions that return a table. Their arguments are columns, so the stored data limits their size. */
export const table_functions = words('jsonb_array_elements')

export const operators = words('= <> != < <= > >= + - * / % || -> ->> #>> ~~ !~~ ~~* !~~* @>')
export const expression_kinds = words(`
  AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN AEXPR_LIKE AEXPR_ILIKE
  AEXPR_BETWEEN AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM AEXPR_NOT_BETWEEN_SYM`)

/** Functions and operators whose result is as long as all arguments together. */
export const joining = words('|| concat concat_ws')
/** Functions whose result is no longer than the argument. Any other function can turn a number into a text. */
export const keeping = words(`
  lower upper initcap reverse left right substr substring btrim ltrim rtrim split_part coalesce min max mode percentile_disc
  lag lead first_value last_value nth_value`)
/** Functions that return a part of a text, at a position that can differ from row to row. */
export const placed = words('left right substr substring btrim ltrim rtrim split_part')
/** Functions and operators that are slow for numbers with many digits. */
export const multiplying = words('* / % mod sqrt ln log')
/** Functions and operators that compare every position of the first argument with the second argument. */
export const searching = words('~~ !~~ ~~* !~~* @> position strpos split_part')
/** Subqueries in expressions that return one value at a time. */
export const sublinks = words('EXISTS_SUBLINK ANY_SUBLINK ALL_SUBLINK EXPR_SUBLINK')

export const types = words(`
  text varchar bpchar char int2 int4 int8 smallint integer bigint numeric decimal float4 float8 real
  date time timestamp timestamptz interval bool boolean uuid jsonb`)

export const texts = words('text varchar bpchar char')
/** Types for which PostgreSQL parses time zones. */
export const times = words('date time timestamp timestamptz')

export const instants = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N
  SVFOP_CURRENT_TIME SVFOP_LOCALTIME`)
