/** The words of JSON Schema itself, of any draft: the only new ones in a schema that tell a model nothing. */
const words = (text: string): string[] => text.trim().split(/\s+/);

/** Formats that the standard defines. */
export const FORMATS: ReadonlySet<string> = new Set(
  words(`date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference
    uri-template uuid json-pointer relative-json-pointer regex`),
);

const KEYWORDS =
  words(`$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema
  $vocabulary additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema
  default definitions dependencies dependentRequired dependentSchemas deprecated description else enum examples
  exclusiveMaximum exclusiveMinimum format if items maxContains maxItems maxLength maxProperties maximum minContains minItems
  minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems properties propertyNames
  readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems writeOnly`);

const TYPES = words("array boolean integer null number object string");

export const SCHEMA_WORDS: ReadonlySet<string> = new Set([...KEYWORDS, ...TYPES, ...FORMATS]);
