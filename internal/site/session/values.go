package session

import (
	"reflect"
	"strings"
)

// Values returns an answer as the maps and lists that syscall/js.ValueOf takes, under the
// names that encoding/json gives its fields: what JSON.parse reads from what encoding/json
// writes. The library for the browser does without encoding/json, which would make it an
// eighth larger.
func Values(a Answer) any { return values(reflect.ValueOf(a)) }

// values does so for a part of an answer.
func values(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return values(v.Elem())
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = values(v.Index(i))
		}
		return list
	case reflect.Struct:
		fields := map[string]any{}
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			fields[name] = values(v.Field(i))
		}
		return fields
	}
	return v.Interface() // a text, a whole number or a bool, which JavaScript takes as it is
}
